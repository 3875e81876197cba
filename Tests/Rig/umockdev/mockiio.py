#!/usr/bin/python3
"""IIO and input devices made of files (umockdev), driven by lines on stdin.

usage: umockdev-wrapper /usr/bin/python3 mockiio.py [DESCRIPTION.umockdev...]

Prints "UMOCKDEV_DIR=<dir>" first; run programs with that variable and LD_PRELOAD=libumockdev-preload.so.0.
Each command is answered by "ok", or "err ..."; the current device is the one loaded last, or named by `use`.

  use NAME               the current device from now on: iio:device0
  set ATTR VALUE...      write an attribute (a new file takes the old one's place)
  poke ATTR VALUE...     write an attribute in place, as another program would
  get ATTR               print the attribute
  del ATTR               remove the attribute
  refuse ATTR            make every write to the attribute fail
  slow ATTR SECS VALUE   make every read of the attribute take so long; programs must know the attribute by then
  prop KEY VALUE         set a udev property
  uevent ACTION          send add, change or remove
  load FILE              add the devices of a description
  rm                     unplug the current device
  bytes HEX              write bytes to the current device's node
  ioctl FILE             answer ioctls of the device that the file names
  events TYPE CODE VALUE...  write input events to the current device's node, and the end of their packet
  stream HZ HEX...       write scans in turn to the node, HZ times a second, as long as buffer/enable is 1
  stop                   end the stream
  quit
"""
import os, shutil, struct, sys, threading, time, gi
gi.require_version('UMockdev', '1.0')
from gi.repository import UMockdev

testbed = UMockdev.Testbed.new()
# in_mock_environment() remembers its first answer, so it is asked only now.
if not UMockdev.in_mock_environment():
    sys.exit('run me under umockdev-wrapper')
root = testbed.get_root_dir()
nodes = {}
current = None
streaming = None


def load(name):
    """A node made by umockdev is a PTY that cannot be removed and added again, so it is a FIFO of ours instead."""
    global current
    text = open(name).read()
    for line in text.splitlines():
        if line.startswith('N: '):
            node = root + '/dev/' + line[3:].split('=')[0]
            os.makedirs(os.path.dirname(node), exist_ok=True)
            os.mkfifo(node)
            nodes[os.path.basename(node)] = os.open(node, os.O_RDWR | os.O_NONBLOCK)
    text = ''.join(line for line in text.splitlines(True) if not line.startswith('N: '))
    testbed.add_from_string(text)
    for line in text.splitlines():
        if line.startswith('P: ') and ('/iio:device' in line or '/event' in line):
            current = '/sys' + line[3:]


def unplug():
    """umockdev leaves some files behind, and adding the same device again would abort on them."""
    path = root + current
    number = open(path + '/dev').read().strip() if os.path.exists(path + '/dev') else None
    testbed.uevent(current, 'remove')
    testbed.remove_device(current)
    shutil.rmtree(path, ignore_errors=True)
    name = os.path.basename(current)
    rest = [root + '/sys/bus/iio/devices/' + name, root + '/dev/.node/' + name, root + '/dev/' + name]
    for file in rest + ([root + '/sys/dev/char/' + number] if number else []):
        if os.path.lexists(file):
            os.unlink(file)


def emit(name, data):
    try:
        os.write(nodes[name], data)
    except BlockingIOError:
        pass  # nobody reads, and the kernel would drop it too


def flush():
    """What nobody has read of a buffer that is off is gone, as in the kernel."""
    if open(root + current + '/buffer/enable').read().strip('\0\n ') == '1':
        return
    try:
        while os.read(nodes[os.path.basename(current)], 4096):
            pass
    except BlockingIOError:
        pass


class Stream(threading.Thread):
    def __init__(self, device, hz, scans):
        super().__init__(daemon=True)
        self.device, self.interval, self.scans = device, 1 / hz, scans
        self.over = threading.Event()

    def run(self):
        turn = 0
        while not self.over.wait(self.interval):
            try:
                enabled = open(root + self.device + '/buffer/enable').read().strip('\0\n ') == '1'
            except OSError:
                enabled = False
            if enabled:
                emit(os.path.basename(self.device), self.scans[turn % len(self.scans)])
                turn += 1


class SlowAttribute(threading.Thread):
    """A FIFO: whoever opens it waits for a writer, and this one comes late."""

    def __init__(self, path, seconds, value):
        super().__init__(daemon=True)
        os.mkfifo(path + '.slow')
        os.rename(path + '.slow', path)
        self.path, self.seconds, self.value = path, seconds, value

    def run(self):
        while True:
            file = os.open(self.path, os.O_WRONLY)  # waits for a reader
            time.sleep(self.seconds)
            os.write(file, self.value.encode() + b'\n')
            os.close(file)
            time.sleep(0.02)  # so that the same reader is not taken for the next one


def stop():
    global streaming
    if streaming:
        streaming.over.set()
        streaming.join()
        streaming = None


def obey(words, rest):
    global current, streaming
    command = words[0]
    if command == 'use':
        folder = '/sys/class/input/' if words[1].startswith('event') else '/sys/bus/iio/devices/'
        found = os.path.realpath(root + folder + words[1])
        current = found[len(root):]
    elif command == 'set':
        testbed.set_attribute(current, words[1], rest + '\n')
    elif command == 'poke':
        file = os.open(root + current + '/' + words[1], os.O_WRONLY | os.O_TRUNC)
        os.write(file, rest.encode() + b'\n')
        os.close(file)
    elif command == 'get':
        print(open(root + current + '/' + words[1], 'rb').read().decode().strip('\n\0'), flush=True)
    elif command == 'del':
        os.unlink(root + current + '/' + words[1])
    elif command == 'refuse':
        os.unlink(root + current + '/' + words[1])
        os.symlink('/proc/version', root + current + '/' + words[1])
    elif command == 'slow':
        SlowAttribute(root + current + '/' + words[1], float(words[2]), words[3]).start()
    elif command == 'prop':
        testbed.set_property(current, words[1], rest)
    elif command == 'uevent':
        testbed.uevent(current, words[1])
    elif command == 'load':
        load(words[1])
    elif command == 'rm':
        stop()
        unplug()
    elif command == 'bytes':
        emit(os.path.basename(current), bytes.fromhex(rest_of(words, 1)))
    elif command == 'ioctl':
        testbed.load_ioctl(None, words[1])
    elif command == 'events':
        numbers = [int(word) for word in words[1:]]
        events = [numbers[i:i + 3] for i in range(0, len(numbers), 3)] + [[0, 0, 0]]
        emit(os.path.basename(current), b''.join(struct.pack('qqHHi', 0, 0, *event) for event in events))
    elif command == 'stream':
        stop()
        flush()
        streaming = Stream(current, float(words[1]), [bytes.fromhex(word) for word in words[2:]])
        streaming.start()
    elif command == 'stop':
        stop()
    else:
        raise ValueError('unknown command')


def rest_of(words, index):
    return ''.join(words[index:])


for name in sys.argv[1:]:
    load(name)
print('UMOCKDEV_DIR=' + root, flush=True)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == 'quit':
        break
    try:
        parts = line.rstrip('\n').split(None, 2)
        obey(words, parts[2] if len(parts) > 2 else '')
        print('ok', flush=True)
    except Exception as error:
        print('err %r' % error, flush=True)
stop()
