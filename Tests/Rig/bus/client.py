#!/usr/bin/python3
"""A client of net.hadess.SensorProxy on the system bus, driven by lines on stdin, each answered by one line or more.

  claim SENSOR      Accelerometer, Light, Proximity or Compass: prints "ok", or "error NAME: MESSAGE"
  release SENSOR    the same
  call INTERFACE METHOD   any method without arguments at the path of the interface
  start SENSOR      claims without waiting: "started", and the answer as "answered ok", or "answered error ..."
  get PROPERTY      prints its value, or the error
  all               prints every property of both objects, "NAME=VALUE" in alphabetical order, and "ok"
  set PROPERTY      tries to write it: prints "ok", or the error
  owner             prints the unique name of who owns the service, or "none"
  own NAME          takes a well-known name, and "release-name NAME" gives it back
  quit

PropertiesChanged is printed as it comes: "changed NAME=VALUE ...", in alphabetical order; "broadcast" instead of
"changed" where it was sent to everybody. "client NAME" comes first: the client's own unique name.
"""
import signal, sys, threading
from gi.repository import Gio, GLib

SERVICE = 'net.hadess.SensorProxy'
PATH = '/net/hadess/SensorProxy'
PROPERTIES = 'org.freedesktop.DBus.Properties'
bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)


def say(*words):
    print(*words, flush=True)


def path_of(name):
    return PATH + ('/Compass' if 'Compass' in name else '')


def interface_of(name):
    return SERVICE + ('.Compass' if 'Compass' in name else '')


def words_of(error):
    name = Gio.DBusError.get_remote_error(error) or 'local'
    Gio.DBusError.strip_remote_error(error)
    return 'error %s: %s' % (name, error.message)


def call(destination, path, interface, method, parameters=None, reply=None):
    answer = bus.call_sync(destination, path, interface, method, parameters, reply and GLib.VariantType(reply), 0, 60000)
    return answer.unpack()


def answered(_, result):
    try:
        bus.call_finish(result)
        say('answered ok')
    except GLib.Error as error:
        say('answered', words_of(error))


def obey(words):
    command, rest = words[0], words[1:]
    if command in ('claim', 'release'):
        call(SERVICE, path_of(rest[0]), interface_of(rest[0]), command.capitalize() + rest[0])
        return 'ok'
    if command == 'call':
        call(SERVICE, path_of(rest[0]), *rest)
        return 'ok'
    if command == 'start':
        bus.call(SERVICE, path_of(rest[0]), interface_of(rest[0]), 'Claim' + rest[0], None, None, 0, 60000, None, answered)
        return 'started'
    if command == 'get':
        interface = interface_of(rest[0])
        return call(SERVICE, path_of(rest[0]), PROPERTIES, 'Get', GLib.Variant('(ss)', (interface, rest[0])), '(v)')[0]
    if command == 'all':
        for name in ('', 'Compass'):
            every = call(
                SERVICE, path_of(name), PROPERTIES, 'GetAll', GLib.Variant('(s)', (interface_of(name),)), '(a{sv})')[0]
            for key in sorted(every):
                say('%s=%s' % (key, every[key]))
        return 'ok'
    if command == 'set':
        value = GLib.Variant('b', True)
        call(SERVICE, PATH, PROPERTIES, 'Set', GLib.Variant('(ssv)', (SERVICE, rest[0], value)))
        return 'ok'
    bus_call = ('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus')
    if command == 'owner':
        try:
            return call(*bus_call, 'GetNameOwner', GLib.Variant('(s)', (SERVICE,)), '(s)')[0]
        except GLib.Error:
            return 'none'
    if command == 'own':
        # Neither queued nor replaceable, as upstream's own claim to the name is.
        return call(*bus_call, 'RequestName', GLib.Variant('(su)', (rest[0], 4)), '(u)')[0]
    if command == 'release-name':
        return call(*bus_call, 'ReleaseName', GLib.Variant('(s)', (rest[0],)), '(u)')[0]
    raise SystemExit('unknown command ' + command)


def filtered(_, message, incoming):
    if incoming and message.get_member() == 'PropertiesChanged' and message.get_path().startswith(PATH):
        interface, changed, _ = message.get_body().unpack()
        kind = 'changed' if message.get_destination() else 'broadcast'
        say(kind, *sorted('%s=%s' % pair for pair in changed.items()))
    return message


def heard(line):
    words = line.split()
    if words == ['quit']:
        loop.quit()
        return
    try:
        say(obey(words))
    except GLib.Error as error:
        say(words_of(error))


def listen():
    for line in sys.stdin:
        GLib.idle_add(heard, line)
    GLib.idle_add(heard, 'quit')


signal.signal(signal.SIGINT, signal.SIG_DFL)
# Signals to everybody come only to those who ask; signals to this client alone come anyhow.
bus.signal_subscribe(SERVICE, PROPERTIES, None, None, None, 0, lambda *_: None)
bus.add_filter(filtered)
say('client', bus.get_unique_name())
loop = GLib.MainLoop()
threading.Thread(target=listen, daemon=True).start()
loop.run()
