# The release build, installed as a package would do it, under real systemd, on real IIO devices.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null # else udev starts it with the sensor

states=/tmp/states

# A subscriber writes every state that it is shown to $states.
start_monitor() {
  plumbctl monitor --json > $states 2> /tmp/monitor.log &
  monitor=$!
  wait_for 10 '[ -s $states ]'
}

# quiet SECONDS: nothing wakes the daemon
quiet() { [ "$(wakeups "$(main_pid)" "$1")" = 0 ]; }

active() { systemctl is-active --quiet plumbd.service; }
result() { systemctl show plumbd.service -p Result --value; }
said() { journalctl -b -u plumbd.service -o cat --no-pager | grep -i "$1"; }

# turn_through COMMAND NAME: COMMAND sets the acceleration in milli-g. From upright through all poses and back; each
# must be shown, and shown once, flat ones without turning anything.
turn_through() {
  local set=$1 name=$2 x y z device interface proxy_name first
  $set 0 -1000 0
  ok "$name: upright is portrait" 'shows 15 .device portrait'
  sleep 2
  first=$(($(wc -l < $states) + 1))
  : > /tmp/expected
  while read -r x y z device interface proxy_name <&3; do
    echo "$device $interface $proxy_name" >> /tmp/expected
    $set "$x" "$y" "$z"
    ok "$name: ($x, $y, $z) is $device" "shows 15 .device $device"
    sleep 2 # a second report of the same change would come now
  done 3<< END
1000 0 0 landscapeRight landscapeLeft left-up
0 1000 0 portraitUpsideDown portraitUpsideDown bottom-up
-1000 0 0 landscapeLeft landscapeRight right-up
0 0 -1000 faceUp landscapeRight right-up
0 -1000 0 portrait portrait normal
0 0 1000 faceDown portrait normal
0 -1000 0 portrait portrait normal
END
  tail -n "+$first" $states | jq -r '"\(.device) \(.interface) \(.proxyName)"' > /tmp/shown
  ok "$name: each change is shown once" 'diff /tmp/expected /tmp/shown'
  ok "$name: serials go up by one" \
    'tail -n "+$first" $states | jq -s -e "map(.serial) | . == [range(.[0]; .[0] + length)]" > /dev/null'
}

echo "== installed, and started by the first client; no sensor, and no IIO module loaded by anyone else"
ok "the kernel has no IIO yet" '! grep -q iio /proc/devices'
install_plumbd
ok "systemd finds nothing to complain of" \
  'systemd-analyze verify --man=no plumbd.service plumbd.socket > /tmp/verify 2>&1 && ! grep plumbd /tmp/verify'
ok "exposure is at most 1.5" \
  'systemd-analyze security --threshold=15 --no-pager plumbd.service > /tmp/security; s=$?; tail -1 /tmp/security; ((s == 0))'
systemctl start plumbd.socket
ok "the socket is there before the daemon, and open to all" \
  '! active && [ "$(stat -c %a /run/plumbd/plumbd.sock)" = 666 ]'
ok "a client starts the daemon" 'plumbctl status --json > /tmp/status 2>&1 && active || { cat /tmp/status; false; }'
ok "it runs as a user of its own" '[ "$(stat -c %U /proc/$(main_pid))" = plumbd ]'
ok "it says that there is no sensor" '[ "$(jq .sensor.available /tmp/status)" = false ]'
ok "another user may ask, too" 'setpriv --reuid=65534 --regid=65534 --clear-groups plumbctl status > /dev/null'

echo "== a HID sensor appears later"
start_monitor
start_hid || exit 1
hid g 0 -1000 0
ok "the sensor is used" 'shows 20 .sensor.available true'
ok "through its buffer" 'shows 10 .sensor.mode buffered'
turn_through "hid g" HID
ok "one thread does it all" '[ "$(threads $(main_pid))" = 1 ]'
ok "the udev rule allows all that this takes" '! said "permission denied"'

echo "== another reader comes and goes"
timeout 10 iio_readdev -t accel_3d-dev0 -b 4 -s 8 accel_3d > /dev/null 2> /tmp/readdev.log
hid g 1000 0 0
ok "the daemon is not left deaf" 'shows 20 .device landscapeRight'
hid g 0 -1000 0
ok "nor later" 'shows 20 .device portrait'
ok "and still reads the buffer" '[ "$(now .sensor.mode)" = buffered ] && [ "$(cat $iio/buffer/enable)" = 1 ]'
ok "it says what happened" 'said "another program switched the buffer of iio:device0 off" > /dev/null'

echo "== nobody asks"
stop_monitor
ok "the sensor is switched off" 'wait_for 15 "[ \$(cat $iio/buffer/enable) = 0 ]"'
sleep 2
ok "one thread is left" '[ "$(threads $(main_pid))" = 1 ]'
# The watchdog's wakeup comes every 90 s: not in both times.
ok "and nothing wakes it" 'quiet 10 || quiet 10'
start_monitor
ok "a subscriber wakes it" 'shows 15 .sensor.mode buffered && shows 15 .device portrait'

echo "== unplugged and plugged in again"
hid g 1000 0 0
shows 15 .device landscapeRight
stop_hid
ok "the loss is reported" 'shows 15 .sensor.available false'
ok "the last orientation is kept" '[ "$(now .interface)" = landscapeLeft ]'
start_hid || exit 1
hid g 0 -1000 0
ok "the sensor is back" 'shows 20 .sensor.available true'
ok "and so is the orientation" 'shows 20 .device portrait'

echo "== configuration"
mkdir -p /etc/plumbd
echo '[estimation]
settle-time = 0.1' > /etc/plumbd/plumbd.conf
ok "a good configuration is taken" 'systemctl reload plumbd.service'
echo '[estimation]
setle-time = 0.1' > /etc/plumbd/plumbd.conf
ok "a slip is refused" '! systemctl reload plumbd.service 2> /dev/null'
ok "with its file, line and key" 'said "plumbd.conf:2.*setle-time"'
ok "the daemon goes on" 'active && [ "$(result)" = success ] && plumbctl status > /dev/null'
systemctl kill --signal=HUP plumbd.service
sleep 1
ok "a hang-up with the same slip changes nothing" 'active && plumbctl status > /dev/null'
rm /etc/plumbd/plumbd.conf
hid g 1000 0 0
ok "it still senses" 'shows 15 .device landscapeRight'

echo "== ends"
ok "a second daemon is refused" '! timeout 10 plumbd --socket /run/plumbd/plumbd.sock > /tmp/second 2>&1'
ok "and says why" 'grep -q /run/plumbd/plumbd.sock /tmp/second'
ok "the first one does not mind" 'plumbctl status > /dev/null'
begin=${EPOCHREALTIME/./}
systemctl stop plumbd.service
ok "it stops cleanly ($(((${EPOCHREALTIME/./} - begin) / 1000)) ms)" '[ "$(result)" = success ]'
ok "the sensor is switched off" 'wait_for 10 "[ \$(cat $iio/buffer/enable) = 0 ]"'
stop_monitor
ok "the socket outlives it, and starts it again" '[ -S /run/plumbd/plumbd.sock ] && plumbctl status > /dev/null && active'
systemctl kill --signal=KILL plumbd.service
ok "it comes back after a crash" 'wait_for 10 "! active"; wait_for 10 active && plumbctl status > /dev/null'

echo "== without the socket unit"
systemctl stop plumbd.socket plumbd.service
systemctl --runtime mask plumbd.socket 2> /dev/null
ok "it starts on its own" 'systemctl start plumbd.service'
ok "its socket is open to all" '[ "$(stat -c %a /run/plumbd/plumbd.sock)" = 666 ] && plumbctl status > /dev/null'
systemctl stop plumbd.service
ok "it stops cleanly" '[ "$(result)" = success ] && [ ! -e /run/plumbd/plumbd.sock ]'
systemctl --runtime unmask plumbd.socket 2> /dev/null
rm -f /run/plumbd/plumbd.sock

echo "== the sensor is somebody else's"
iio_readdev -t accel_3d-dev0 -b 4 accel_3d > /dev/null 2>&1 &
holder=$!
wait_for 10 '[ "$(cat $iio/buffer/enable)" = 1 ]'
systemctl start plumbd.socket
start_monitor
ok "the daemon reads it value by value" 'wait_for 10 active && shows 15 .sensor.mode polled'
hid g 0 1000 0
ok "which shows turns, too" 'shows 15 .device portraitUpsideDown'
ok "it says who holds it, and the cure" 'said "held.*iio_readdev (pid $holder).*ending it frees it" > /dev/null'
ok "to those who ask, too" 'plumbctl sensors --json | grep -q "held.*iio_readdev" || { plumbctl sensors; false; }'
ok "the holder does not mind" 'kill -0 $holder && [ "$(cat $iio/buffer/enable)" = 1 ]'
kill $holder
hid g 0 -1000 0
ok "it takes the buffer as soon as it is free" 'shows 40 .sensor.mode buffered && shows 15 .device portrait'

systemctl stop plumbd.service
stop_monitor
systemctl --runtime unmask iio-sensor-proxy 2> /dev/null
systemctl start iio-sensor-proxy.service
monitor-sensor --accel > /tmp/monitor-sensor.log 2>&1 &
peer=$!
wait_for 15 'grep -q "Has accelerometer" /tmp/monitor-sensor.log'
systemctl start plumbd.service
start_monitor
hid g 0 1000 0
ok "beside iio-sensor-proxy it works, or names it and the cure" \
  'shows 15 .device portraitUpsideDown || said "iio-sensor-proxy.*systemctl" || { plumbctl sensors; false; }'
kill $peer
systemctl stop iio-sensor-proxy.service
systemctl --runtime mask iio-sensor-proxy 2> /dev/null
hid g -1000 0 0
ok "after the cure the sensor is the daemon's" 'shows 40 .device landscapeLeft'
stop_hid

echo "== a polled chip"
start_i2c || exit 1
ok "it is used" 'shows 20 .sensor.available true'
ok "by polling" 'shows 20 .sensor.mode polled'
turn_through set_i2c I2C
ok "a second thread reads" '[ "$(threads $(main_pid))" = 2 ]'
stop_i2c
ok "its loss is reported" 'shows 15 .sensor.available false'
stop_monitor
systemctl stop plumbd.service
ok "nothing ever failed" '[ "$(result)" = success ] && ! said "fatal error\|assertion\|core-dump"'
finish
