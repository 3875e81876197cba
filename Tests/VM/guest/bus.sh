# plumbd in the place of iio-sensor-proxy, which is installed and has its udev rule as well: one of them answers, and no
# more than one runs.
. ./lib.sh

name=net.hadess.SensorProxy
property() { busctl --timeout=30 get-property $name /net/hadess/SensorProxy $name "$1" 2> /tmp/property.log; }
# is SECONDS PROPERTY VALUE: as busctl prints it
is() { wait_for "$1" "[ \"\$(property $2)\" = '$3' ]"; }
active() { systemctl is-active --quiet "$1.service"; }
said() { journalctl -b -u plumbd.service -o cat --no-pager | grep -i "$1"; }
owner() { busctl --json=short call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus \
  GetConnectionUnixProcessID s $name 2> /dev/null | jq .data[0]; }
main_pid() { systemctl show "$1.service" -p MainPID --value; }

echo "== iio-sensor-proxy is there first"
install_plumbd
start_hid || exit 1
hid g 0 -1000 0
ok "udev starts iio-sensor-proxy" 'wait_for 30 "active iio-sensor-proxy"'
install_sensor_proxy
ok "systemd finds nothing to complain of" \
  'systemd-analyze verify --man=no plumbd.service > /tmp/verify 2>&1 && ! grep plumbd /tmp/verify'
ok "exposure is at most 1.5" \
  'systemd-analyze security --threshold=15 --no-pager plumbd.service > /tmp/security; s=$?; tail -1 /tmp/security; ((s == 0))'
ok "plumbd starts" 'systemctl start plumbd.service'
ok "and iio-sensor-proxy ends" 'wait_for 15 "! active iio-sensor-proxy"'
ok "plumbd answers" 'is 30 HasAccelerometer "b true" && [ "$(owner)" = "$(main_pid plumbd)" ]'
ok "and says nothing of how it is held, unasked" 'is 1 AccelerometerOrientation "s \"undefined\""'

echo "== a client"
monitor-sensor > /tmp/sensor 2>&1 &
client=$!
ok "monitor-sensor is told" 'wait_for 20 "grep -q \"Has accelerometer\" /tmp/sensor"'
ok "its claim switches the sensor on" 'wait_for 15 "[ \$(cat $iio/buffer/enable) = 1 ]"'
while read -r x y z word <&3; do
  hid g "$x" "$y" "$z"
  ok "($x, $y, $z) is $word" 'wait_for 15 "tail -1 /tmp/sensor | grep -q \": $word\"" || { cat /tmp/sensor; false; }'
done 3<< END
1000 0 0 left-up
0 1000 0 bottom-up
-1000 0 0 right-up
0 -1000 0 normal
END
ok "polkit has been asked, and answered a daemon that is not root" '! said "polkit is not there"'
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
ok "who has no session may ask whether there is one" 'nobody busctl get-property $name /net/hadess/SensorProxy $name HasAccelerometer'
ok "and may not claim it" \
  '! nobody busctl call $name /net/hadess/SensorProxy $name ClaimAccelerometer 2> /tmp/refused && grep "Access denied" /tmp/refused'
kill $client
wait $client 2> /dev/null
ok "without it the sensor sleeps" 'wait_for 20 "[ \$(cat $iio/buffer/enable) = 0 ]"'

echo "== the last sensor goes"
stop_hid
ok "plumbd says so" 'is 20 HasAccelerometer "b false"'
ok "and stays" 'active plumbd'

echo "== started by udev"
systemctl stop plumbd.service plumbd.socket
start_hid || exit 1
ok "the sensor starts plumbd" 'wait_for 30 "active plumbd"'
ok "and not iio-sensor-proxy" '! active iio-sensor-proxy && is 30 HasAccelerometer "b true"'
sleep 3
ok "then neither" '! active iio-sensor-proxy && active plumbd'

echo "== started by the bus"
systemctl stop plumbd.service plumbd.socket
ok "a question starts plumbd" '[ "$(property HasAccelerometer)" = "b true" ] && active plumbd || { cat /tmp/property.log; false; }'

echo "== one of the two"
ok "who wants iio-sensor-proxy gets it" \
  'systemctl start iio-sensor-proxy.service && wait_for 15 "! active plumbd" && active iio-sensor-proxy'
ok "and plumbd back again" 'systemctl start plumbd.service && ! active iio-sensor-proxy && is 30 HasAccelerometer "b true"'

echo "== a second one outside of systemd's sight"
systemctl stop plumbd.service plumbd.socket
/usr/sbin/iio-sensor-proxy > /dev/null 2>&1 &
other=$!
wait_for 15 '[ "$(owner)" = $other ]'
systemctl start plumbd.service
ok "plumbd says who answers" 'wait_for 15 "said \"answered by another service\" > /dev/null"'
ok "and does not fight" '[ "$(owner)" = $other ] && plumbctl status > /dev/null'
kill $other
ok "it answers when the name is free" 'wait_for 20 "[ \"\$(owner)\" = \"\$(main_pid plumbd)\" ]"'
ok "having said it once" '[ "$(said "answered by another service" | wc -l)" = 1 ]'

echo "== the bus restarts"
systemctl kill --signal=KILL dbus.service
ok "plumbd goes on, and answers again" \
  'wait_for 30 "said \"tried again\" > /dev/null" && is 60 HasAccelerometer "b true" && active plumbd'
stop_hid
ok "nothing ever failed" '[ "$(systemctl show plumbd.service -p Result --value)" = success ]'
finish
