# What a restart of the service is to its clients, under real systemd and its file-descriptor store.
. ./lib.sh

# The daemon's sensor is a mock, moved by plumbctl: what is tested are the clients.
prepare() {
  install_plumbd
  mkdir -p /etc/systemd/system/plumbd.service.d
  printf '[Service]\nExecStart=\nExecStart=/usr/bin/plumbd --mock\n' > /etc/systemd/system/plumbd.service.d/mock.conf
  systemctl daemon-reload
  systemctl start plumbd.socket plumbd.service
}
stored() { systemctl show plumbd.service -p NFileDescriptorStore --value; }
said() { journalctl -b -u plumbd.service -o cat --no-pager | grep -i "$1"; }
now() { tail -n 1 /tmp/states | jq -r "$1"; }
alive() { kill -0 "$1" 2> /dev/null; }
clients() { said 'taken up after the restart' | tail -1; }

# turn POSE INTERFACE: as a monitor sees it
turn() {
  plumbctl mock pose "$1"
  shows 60 .interface "$2"
}

# pipeliner COUNT: so many calls on one connection, some at a time; fails unless each is answered once and in order
cat > /tmp/pipeliner << 'END'
use strict;
use IO::Socket::UNIX;
my ($count, $gap) = @ARGV;
my $socket = IO::Socket::UNIX->new(Peer => '/run/plumbd/plumbd.sock') or die "connect: $!";
if (my $child = fork) {
  local $/ = "\0";
  for my $number (1 .. $count) {
    my $line = <$socket>;
    die "ended before reply $number\n" unless defined $line;
    die "not the reply to $number: $line\n" unless $line =~ /"org\.example\.n$number"/;
  }
  print "$count replies, each once and in order\n";
  waitpid $child, 0;
} else {
  for my $number (1 .. $count) {
    my $message = qq({"method":"org.example.n$number.X"}\0);
    # In two halves, so that some restart comes between them.
    syswrite $socket, substr($message, 0, 20);
    select undef, undef, undef, $gap;
    syswrite $socket, substr($message, 20);
  }
}
END
start_pipeliner() {
  perl /tmp/pipeliner "$1" "$2" > /tmp/pipeliner.log 2>&1 &
  pipeliner=$!
}

prepare
echo "== a monitor, a registered program and a client that sends without pause"
plumbctl monitor --json > /tmp/states 2> /tmp/monitor.log &
monitor=$!
wait_for 60 '[ -s /tmp/states ]'
ok "the mock is seen" 'shows 60 .device portrait'
plumbctl run --app-id org.example.kept --supported portrait,landscapeLeft,landscapeRight sleep 600 &
program=$!
ok "the program is in front" 'shows 60 .foreground.application org.example.kept'
ok "turns are seen" 'turn landscapeLeft landscapeRight && turn portrait portrait'
plumbctl apps --json > /tmp/apps.before
start_pipeliner 2000 0.03

for round in 1 2 3; do
  before=$(main_pid)
  lines=$(wc -l < /tmp/states)
  begin=${EPOCHREALTIME/./}
  systemctl restart plumbd.service
  took=$(((${EPOCHREALTIME/./} - begin) / 1000))
  ok "restart $round: another process ($took ms)" '[ "$(main_pid)" != "$before" ]'
  ok "restart $round: $(clients)" '[ "$(said "taken up after the restart: [3-5] clients" | wc -l)" = $round ]'
  ok "restart $round: nothing stays in the store" 'wait_for 60 "[ \$(stored) = 0 ]"'
  sleep 3
  ok "restart $round: the monitor was shown nothing" '[ "$(wc -l < /tmp/states)" = "$lines" ]'
  ok "restart $round: the registration is what it was" 'plumbctl apps --json | cmp - /tmp/apps.before'
  ok "restart $round: the monitor goes on" 'turn landscapeLeft landscapeRight && turn portrait portrait'
done
ok "the monitor and the program never ended" 'alive $monitor && alive $program'
ok "serials go up by one through all of it" \
  'jq -s -e "map(.serial) | . == [range(.[0]; .[0] + length)]" /tmp/states > /dev/null'
echo "-- the monitor's output:"
jq -r '"serial \(.serial) \(.device) \(.interface) \(.reason)"' /tmp/states
wait $pipeliner
ok "the client that sends: $(cat /tmp/pipeliner.log)" 'grep -q "^2000 replies" /tmp/pipeliner.log'

echo "== an upgrade of the binary"
cp /usr/bin/plumbd /usr/bin/plumbd.new && mv /usr/bin/plumbd.new /usr/bin/plumbd
systemctl restart plumbd.service
ok "the monitor goes on" 'turn landscapeLeft landscapeRight && turn portrait portrait && alive $monitor'

echo "== what is no restart"
systemctl kill --signal=KILL plumbd.service
ok "after SIGKILL the monitor ends" 'wait_for 60 "! alive $monitor"'
ok "the daemon is back" 'wait_for 60 "plumbctl status > /dev/null 2>&1"'
ok "and the program has registered again" 'wait_for 60 "plumbctl apps | grep -q org.example.kept"'
plumbctl monitor --json > /tmp/states 2> /tmp/monitor.log &
monitor=$!
wait_for 60 '[ -s /tmp/states ]'
systemctl stop plumbd.service plumbd.socket
ok "after a stop the monitor ends" 'wait_for 60 "! alive $monitor"'
ok "nothing stays in the store" '[ "$(stored)" = 0 ]'
systemctl start plumbd.socket plumbd.service
ok "the program has registered again" 'wait_for 60 "plumbctl apps | grep -q org.example.kept"'

echo "== a thousand clients"
cat > /tmp/thousand << 'END'
use IO::Socket::UNIX;
my @clients = map {
  my $client = IO::Socket::UNIX->new(Peer => '/run/plumbd/plumbd.sock') or die "connect: $!";
  syswrite $client, qq({"method":"org.plumbd.Rotation.Monitor","more":true}\0);
  $client
} 1 .. 1000;
$| = 1;
local $/ = "\0";
# Each reads until it has seen the pose.
sub see { my $pose = shift; for my $client (@clients) { do { $line = <$client> // die "ended\n" } until $line =~ /"device":"$pose"/ } print "$pose\n" }
see 'portrait'; see 'landscapeLeft';
END
perl -e 'exec "bash", "-c", "ulimit -n 4096; exec perl /tmp/thousand"' > /tmp/thousand.log 2>&1 &
thousand=$!
ok "all see the present pose" 'wait_for 60 "grep -q portrait /tmp/thousand.log"'
begin=${EPOCHREALTIME/./}
systemctl restart plumbd.service
ok "they go on: $(clients), $(((${EPOCHREALTIME/./} - begin) / 1000)) ms" 'said "taken up after the restart: 100[0-9] clients" > /dev/null'
plumbctl mock pose landscapeLeft
ok "all see the next one" 'wait_for 60 "grep -q landscapeLeft /tmp/thousand.log" || { cat /tmp/thousand.log; false; }'
# A stop by hand has begun to count anew after the SIGKILL.
ok "the service has not failed since" '[ "$(systemctl show plumbd.service -p NRestarts --value)" = 0 ]'
kill $program $thousand 2> /dev/null
finish
