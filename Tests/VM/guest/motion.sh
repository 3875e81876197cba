# A chip with an interrupt, which is the module tiltaccel: at rest its motion event wakes the daemon, its own queue
# gathers what nobody needs at once, and neither is relied on before it has shown that it comes.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null # else udev starts it with the sensor

knobs=/sys/module/tiltaccel/parameters
states=/tmp/states
start_chip() {
  modprobe industrialio-triggered-buffer
  insmod /out/tiltaccel.ko "$@"
  wait_for 15 'iio=$(iio_device tiltaccel) && [ -n "$iio" ]' || { dmesg | tail; return 1; }
  udevadm settle
}
# The daemon lets the chip go in its own time.
stop_chip() { wait_for 20 'rmmod tiltaccel 2> /dev/null'; }
tilt() { echo "$*" > $knobs/tilt; }
count() { cat "$knobs/$1"; }
armed() { cat "$iio"/events/in_accel_?_roc_rising_en | tr -d '\n'; }

# What the subscriber is told lies in $states, and comes line by line through descriptor 8.
mkfifo /tmp/news
exec 8<> /tmp/news
start_monitor() {
  : > $states
  plumbctl monitor --json > >(tee /tmp/news > $states) 2> /tmp/monitor.log &
  monitor=$!
  wait_for 10 '[ -s $states ]'
}

# turn X Y Z: turns the device and prints the milliseconds until the subscriber has been told
turn() {
  local began
  # bash reads a byte at a time, and under emulation a line takes it its while.
  while read -r -t 1 -u 8; do :; done
  tilt "$@"
  began=${EPOCHREALTIME/./}
  read -r -t 30 -u 8
  echo $(((${EPOCHREALTIME/./} - began) / 1000))
}

# growth COUNTER SECONDS: by how much it grows in that time
growth() {
  local before
  before=$(count "$1")
  sleep "$2"
  echo $(($(count "$1") - before))
}
rest() { wait_for 20 '[ "$(armed)" = 111 ]'; }

install_plumbd
mkdir -p /etc/systemd/system/plumbd.service.d
printf '[Service]\nExecStart=\nExecStart=/usr/bin/plumbd --log-level debug\n' \
  > /etc/systemd/system/plumbd.service.d/debug.conf
systemctl daemon-reload
systemctl start plumbd.socket

echo "== read value by value, with a motion event"
start_chip || exit 1
threshold=$(cat "$iio/events/in_accel_y_roc_rising_value")
start_monitor
ok "it is polled" 'shows 20 .sensor.mode polled && shows 10 .device portrait'
ok "at rest the event is armed on each axis" rest
looks=$(growth reads 15)
echo "     $looks values read in 15 s"
ok "an event that has not come yet spares no look" '((looks >= 36))'
turned=$(turn 1000 0 0)
echo "     a turn from rest takes $turned ms"
ok "the event wakes the daemon" 'shows 10 .device landscapeRight && [ "$(count told)" -gt 0 ]'
ok "in motion it is off" '[ "$(armed)" = 000 ]'
ok "and armed again at rest" rest
sleep 2
looks=$(growth reads 30)
echo "     $looks values read in 30 s"
ok "from now on there is a look in 2 s" '((looks <= 57))'
ok "next to nothing wakes the daemon" 'at_most 22 30'
worst=0
for pose in "0 -1000 0" "-1000 0 0" "0 -1000 0" "1000 0 0" "0 -1000 0" "-1000 0 0"; do
  rest
  sleep 1
  turned=$(turn $pose)
  echo "     a turn from rest takes $turned ms"
  ((turned > worst)) && worst=$turned
done
ok "six turns from rest are shown as if it were awake" '((worst <= 700))'
ok "the last one is right" 'shows 10 .device landscapeLeft'

echo "== the event comes for nothing, and then not at all"
rest
before=$(wc -l < $states)
tilt -1000 -50 0
sleep 0.2
tilt -1000 0 0
ok "a knock wakes it for a moment" 'wait_for 5 "[ \$(armed) = 000 ]" && wait_for 4 "[ \$(armed) = 111 ]"'
ok "and turns nothing" '[ "$(wc -l < $states)" = "$before" ]'
echo 1 > $knobs/mute
sleep 1
turned=$(turn 0 -1000 0)
echo "     a turn without its event takes $turned ms"
ok "a turn whose event stays away is seen at the next look" 'shows 10 .device portrait && ((turned <= 3500))'
rest
looks=$(growth reads 15)
echo "     $looks values read in 15 s"
ok "after that it is looked at once a second" '((looks >= 36))'
echo 0 > $knobs/mute
turned=$(turn 1000 0 0)
echo "     a turn from rest takes $turned ms"
ok "the next turn's event comes again" 'shows 10 .device landscapeRight && rest'
sleep 2
looks=$(growth reads 15)
echo "     $looks values read in 15 s"
ok "and is relied on" '((looks <= 30))'

echo "== nobody listens"
stop_monitor
ok "the event is off" 'wait_for 10 "[ \$(armed) = 000 ]"'
ok "and what it compared with is there again" \
  '[ "$(cat "$iio/events/in_accel_y_roc_rising_value")" = "$threshold" ]'
ok "the chip is left alone" '(($(growth reads 5) == 0))'
ok "nothing wakes the daemon" 'at_most 0 10'

echo "== the daemon is stopped while the event is armed"
start_monitor
ok "it is armed" 'shows 20 .sensor.available true && rest'
systemctl stop plumbd.service plumbd.socket
ok "the event is off" '[ "$(armed)" = 000 ]'
ok "and what it compared with is there again" \
  '[ "$(cat "$iio/events/in_accel_y_roc_rising_value")" = "$threshold" ]'
wait "$monitor" 2> /dev/null

echo "== events that are another program's, and such as may not be written"
systemctl start plumbd.socket
# The number is IIO_GET_EVENT_FD_IOCTL; the node is closed again, since it has one reader, too.
perl -e 'open(N, "<", $ARGV[0]) && ioctl(N, 0x80046990, my $d = pack("i", 0)) or die $!; close(N); sleep 600' \
  "/dev/${iio##*/}" &
other=$!
sleep 2
start_monitor
ok "it is polled all the same" 'shows 20 .sensor.available true'
ok "and the reason is told once, at debug" \
  '[ "$(journalctl -b -u plumbd.service -o cat | grep -c "cannot wait for events")" = 1 ]'
kill $other
stop_monitor
chgrp root "$iio"/events/*
start_monitor
ok "without permission it is polled, too" 'shows 20 .sensor.available true && sleep 10 && [ "$(armed)" = 000 ]'
stop_monitor
stop_chip

echo "== with a queue of its own and a motion event"
start_chip fifo=64 || exit 1
found=$(cat "$iio/buffer/watermark")
start_monitor
ok "it is used through its buffer, without a trigger" 'shows 20 .sensor.mode buffered && shows 10 .device portrait'
ok "at rest the event is armed" rest
ok "and the chip gathers for a second" 'wait_for 5 "[ \$(cat $iio/buffer/hwfifo_watermark) = 10 ]"'
rung=$(growth interrupts 15)
echo "     $rung interrupts in 15 s"
ok "with an interrupt a second" '((rung <= 18))'
turned=$(turn 1000 0 0)
echo "     a turn from rest takes $turned ms"
ok "a turn is shown from rest" 'shows 10 .device landscapeRight'
ok "in motion each scan is told" 'wait_for 3 "[ \$(cat $iio/buffer/hwfifo_watermark) = 1 ]"'
ok "at rest the chip gathers for 2 s now" 'rest && wait_for 5 "[ \$(cat $iio/buffer/hwfifo_watermark) = 20 ]"'
sleep 5
ok "next to nothing wakes the daemon" 'at_most 22 30'
ok "the silence is none to be reported" '[ "$(tail -n 1 $states | jq .sensor.stale)" = false ]'
worst=0
for pose in "0 -1000 0" "-1000 0 0" "0 -1000 0"; do
  rest
  sleep 2
  turned=$(turn $pose)
  echo "     a turn from rest takes $turned ms"
  ((turned > worst)) && worst=$turned
done
ok "turns from rest are shown as if it were awake" '((worst <= 700))'
rest
sleep 1
echo 1 > $knobs/mute
turned=$(turn 1000 0 0)
echo "     a turn without its event takes $turned ms"
ok "a turn whose event stays away is in the next batch" 'shows 10 .device landscapeRight && ((turned <= 4000))'
stop_monitor
ok "what was found is there again" 'wait_for 10 "[ \$(cat $iio/buffer/watermark) = $found ] && [ \$(armed) = 000 ]"'
stop_chip

echo "== with a queue of its own alone"
start_chip fifo=64 events=0 || exit 1
start_monitor
ok "it is used through its buffer" 'shows 20 .sensor.mode buffered && shows 10 .device portrait'
ok "at rest the chip gathers for a second" 'wait_for 20 "[ \$(cat $iio/buffer/hwfifo_watermark) = 10 ]"'
ok "and the daemon is woken as often" 'at_most 22 15'
sleep 1
turned=$(turn 1000 0 0)
echo "     a turn from rest takes $turned ms"
ok "a turn is shown with the batch that it is in" 'shows 10 .device landscapeRight && ((turned <= 2000))'
stop_monitor
stop_chip
finish
