# Sensors that are not as one would wish: other units and sizes, two of a kind, loose plugs, a hub that hangs.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

states=/tmp/states
start_monitor() {
  plumbctl monitor --json > $states 2> /tmp/monitor.log &
  monitor=$!
  wait_for 10 '[ -s $states ]'
}
# used FILTER: a field of the accelerometer that is used
used() { plumbctl sensors --json | jq -r "select(.used) | $1"; }

install_plumbd
systemctl start plumbd.socket plumbd.service
start_monitor

echo "== units from centi-g to micro-g, samples of 16 and 32 bits"
for kind in "-2 32" "-3 32" "-6 32" "-3 16" "-2 16"; do
  set -- $kind
  start_hid -e "$1" -b "$2" || exit 1
  hid g 0 -1000 0
  ok "10^$1 g in $2 bits: used" 'shows 20 .sensor.available true'
  hid g 1000 0 0
  ok "10^$1 g in $2 bits: turned right" 'shows 15 .device landscapeRight'
  hid g 0 -1000 0
  ok "10^$1 g in $2 bits: upright" 'shows 15 .device portrait'
  ok "10^$1 g in $2 bits: one g is one g" \
    'used ".reading.y" | awk "{exit !(\$1 < -9.5 && \$1 > -10.1)}"'
  stop_hid
  ok "10^$1 g in $2 bits: its loss is reported" 'shows 20 .sensor.available false'
done

echo "== plugged in and pulled out twenty times"
for round in {1..20}; do
  start_hid || exit 1
  if ((round % 2)); then hid g 1000 0 0; pose=landscapeRight; else hid g 0 -1000 0; pose=portrait; fi
  shows 20 .sensor.available true && shows 15 .device $pose && echo $round > /tmp/rounds
  stop_hid
  shows 20 .sensor.available false || break
done
ok "each time it is found and lost again" '[ "$(cat /tmp/rounds)" = 20 ]'
ok "no descriptor is left behind" \
  '[ "$(ls -l /proc/$(systemctl show plumbd.service -p MainPID --value)/fd | grep -c iio:)" = 0 ]'

echo "== a hub that hangs"
start_hid || exit 1
hid g 0 -1000 0
ok "it is read" 'shows 20 .device portrait && shows 10 .sensor.stale false'
hid hold
ok "its silence is noticed" 'shows 30 .sensor.stale true'
ok "the orientation is kept" '[ "$(now .interface)" = portrait ]'
hid g 1000 0 0
hid cont
ok "it is heard again" 'shows 60 .device landscapeRight && shows 10 .sensor.stale false'
stop_hid

echo "== two of a kind, and nobody says which is the display's"
/out/hidaccel -q -u one < /dev/null > /dev/null & first=$!
/out/hidaccel -q -u two < /dev/null > /dev/null & second=$!
wait_for 20 '[ "$(ls -d /sys/bus/iio/devices/iio:device* | wc -l)" = 2 ]'
udevadm settle
ok "none is taken by chance" 'wait_for 20 "plumbctl sensors | grep -c accel_3d | grep -q 2" && shows 10 .sensor.available false'
plumbctl sensors
mkdir -p /etc/plumbd
chosen=$(basename "$(ls -d /sys/bus/iio/devices/iio:device* | tail -1)")
printf '[sensor]\ndevice = %s\n' "$chosen" > /etc/plumbd/plumbd.conf
ok "the configured one is used" 'systemctl reload plumbd.service && shows 20 .sensor.available true'
kill $first $second
kill "$monitor"
ok "the daemon never failed" '[ "$(systemctl show plumbd.service -p Result --value)" = success ]'
finish
