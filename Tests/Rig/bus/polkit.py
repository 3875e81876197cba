#!/usr/bin/python3
"""polkit as far as a service that asks it can tell, on the system bus: each line on stdin says how to answer from then on.

  yes          authorized
  no           not authorized
  challenge    not authorized unless somebody types a password
  fail         an error
  hang         no answer at all

Prints "ready", and a line for each question: "asked ACTION SUBJECT-KIND SUBJECT FLAGS".
"""
import sys, threading
from gi.repository import Gio, GLib

INTERFACE = '''<node><interface name="org.freedesktop.PolicyKit1.Authority">
  <method name="CheckAuthorization">
    <arg type="(sa{sv})" direction="in"/><arg type="s" direction="in"/><arg type="a{ss}" direction="in"/>
    <arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="(bba{ss})" direction="out"/>
  </method>
  <method name="CancelCheckAuthorization"><arg type="s" direction="in"/></method>
  <signal name="Changed"/>
  <property type="s" name="BackendName" access="read"/>
  <property type="s" name="BackendVersion" access="read"/>
  <property type="u" name="BackendFeatures" access="read"/>
</interface></node>'''
mode = sys.argv[1] if len(sys.argv) > 1 else 'yes'


def called(bus, sender, path, interface, method, parameters, invocation):
    if method != 'CheckAuthorization':
        return invocation.return_value(None)
    (kind, details), action, _, flags, _ = parameters.unpack()
    print('asked', action, kind, details.get('name'), flags, flush=True)
    if mode == 'fail':
        invocation.return_dbus_error('org.freedesktop.PolicyKit1.Error.Failed', 'it is broken')
    elif mode != 'hang':
        invocation.return_value(GLib.Variant('((bba{ss}))', ((mode == 'yes', mode == 'challenge', {}),)))


def asked(bus, sender, path, interface, name):
    return {
        'BackendName': GLib.Variant('s', 'test'), 'BackendVersion': GLib.Variant('s', '1'),
        'BackendFeatures': GLib.Variant('u', 0)}[name]


def listen():
    global mode
    for line in sys.stdin:
        mode = line.strip()
        print('ok', flush=True)
    GLib.idle_add(loop.quit)


bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
bus.register_object('/org/freedesktop/PolicyKit1/Authority', node.interfaces[0], called, asked, None)
Gio.bus_own_name_on_connection(
    bus, 'org.freedesktop.PolicyKit1', 0, lambda *_: print('ready', flush=True), None)
loop = GLib.MainLoop()
threading.Thread(target=listen, daemon=True).start()
loop.run()
