# What the daemon costs while the device rests, and that it wakes up in time: a hub that reports changes, one that
# streams whatever it is told, and a chip that is read value by value. Limits are far above what is aimed at (make
# bench-vm tells that), and far below what a daemon costs that does not rest.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null # else udev starts it with the sensor

states=/tmp/states
start_monitor() {
  plumbctl monitor --json > $states 2> /tmp/monitor.log &
  monitor=$!
  wait_for 10 '[ -s $states ]'
}

last_set() { grep 'kernel SET' $hid_log | tail -1; }
sent() { hid stat; sleep 0.5; sed -n 's/.*stat sent=\([0-9]*\).*/\1/p' $hid_log | tail -1; }

install_plumbd
systemctl start plumbd.socket

echo "== a hub that reports changes"
start_hid -s || exit 1
hid g 0 -1000 0
found=$(cat $iio/in_accel_hysteresis)
start_monitor
ok "it is used through its buffer" 'shows 20 .sensor.mode buffered && shows 10 .device portrait'
hid g 1000 0 0
ok "a turn is shown" 'shows 10 .device landscapeRight'
ok "in motion the hub streams" 'wait_for 5 "grep -q \"kernel SET.*sensitivity=0\" $hid_log"'
ok "at rest it is to compare with 0.06 g" 'wait_for 20 "last_set | grep -q sensitivity=6"'
sleep 4 # why it is silent is looked into once
before=$(sent)
ok "then next to nothing wakes the daemon" 'at_most 10 15'
after=$(sent)
ok "because next to nothing comes from the hub" '((after - before <= 20))'
ok "one thread is there" '[ "$(threads $(main_pid))" = 1 ]'
ok "the silence is none to be reported" '[ "$(tail -n 1 $states | jq .sensor.stale)" = false ]'
hid g 0 -1000 0
ok "a turn is shown from rest" 'shows 10 .device portrait'
sleep 10
for step in 100 200 300 400 500 600 700 800 900 995; do
  hid g $step -$((1000 - step * step / 1100)) 0
  sleep 1
done
ok "a slow turn is, too" 'shows 10 .device landscapeRight'

echo "== nobody looks at the panel"
sleep 8
lines=$(wc -l < $states)
plumbctl panel off &
panel=$!
ok "the hub goes to its lowest power state" 'wait_for 20 "last_set | grep -q \"power=D4 reporting=none\""'
last_set
ok "what was found in its sensitivity is there again" '[ "$(cat $iio/in_accel_hysteresis)" = "$found" ]'
ok "and nothing wakes the daemon" 'at_most 0 10'
hid g 0 1000 0
sleep 2
ok "the subscriber is told nothing" '[ "$(wc -l < $states)" = "$lines" ]'
kill $panel
wait $panel 2> /dev/null
ok "when somebody looks again the pose is judged anew" 'shows 15 .device portraitUpsideDown'
ok "with one message" '[ "$(wc -l < $states)" = $((lines + 1)) ]'

echo "== nobody listens"
stop_monitor
ok "the hub goes to its lowest power state" 'wait_for 20 "last_set | grep -q \"power=D4 reporting=none\""'
last_set
ok "nothing wakes the daemon" 'at_most 0 10'
stop_hid

echo "== a hub that streams whatever it is told"
start_hid || exit 1
hid g 0 -1000 0
start_monitor
ok "it is used through its buffer" 'shows 20 .sensor.mode buffered && shows 10 .device portrait'
sleep 12
ok "at rest its samples are collected" 'at_most 45 15'
hid g 1000 0 0
ok "a turn is shown from rest" 'shows 10 .device landscapeRight'
stop_monitor
stop_hid

echo "== a chip that is read value by value"
start_i2c || exit 1
start_monitor
ok "it is polled" 'shows 20 .sensor.mode polled && shows 10 .device portrait'
sleep 10
ok "at rest it is read once a second, and the loop sleeps" 'at_most 45 15'
set_i2c 1000 0 0
ok "a turn is shown from rest" 'shows 10 .device landscapeRight'
set_i2c 0 -1000 0
ok "and the next one" 'shows 10 .device portrait'
finish
