# What goes wrong around a daemon that is in order: clocks that step, a state folder that cannot be written, a machine
# that sleeps, sensors that go at the worst moment, a daemon that hangs.
. ./lib.sh
patience=6
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

states=/tmp/states
start_monitor() {
  plumbctl monitor --reconnect --json > $states 2> /tmp/monitor.log &
  monitor=$!
  wait_for 20 '[ -s $states ]'
}
count() { wc -l < $states; }
of_unit() { systemctl show plumbd.service -p "$1" --value; }
said() { journalctl -b -u plumbd.service -o cat --no-pager | grep "$1"; }
# turns TO: the device is turned there and back, and each is shown, once
turns() {
  local before
  hid g 1000 0 0
  shows 20 .device landscapeRight || return
  before=$(count)
  hid g 0 -1000 0
  shows 20 .device portrait && sleep 2 && (($(count) == before + 1))
}
# nothing_happens SECONDS: while samples flow no state is published
nothing_happens() {
  local before
  before=$(count)
  sleep "$1"
  (($(count) == before)) || { tail -n 3 $states; false; }
}

install_plumbd
mkdir -p /etc/systemd/system/plumbd.service.d
printf '[Service]\nWatchdogSec=10s\nTimeoutAbortSec=3s\n' > /etc/systemd/system/plumbd.service.d/watchdog.conf
# A file system of its own, so that it alone can be made read-only.
mkdir -p /var/lib/plumbd
mount -t tmpfs -o size=1m,mode=755 state /var/lib/plumbd
systemctl daemon-reload
systemctl start plumbd.socket
start_hid || exit 1
hid g 0 -1000 0
start_monitor
ok "the sensor is used" 'shows 20 .sensor.mode buffered && shows 20 .device portrait'
ok "the status says what there is" 'wait_for 10 "[ \"\$(of_unit StatusText)\" = \"portrait, accel_3d (buffered), 1 reader\" ]" || { of_unit StatusText; false; }'

echo "== the wall clock steps while samples flow"
for step in "+3 hours" "-5 hours" "+20 years" "-20 years"; do
  date -s "$(date -d "$step" '+%F %T')" > /dev/null
  ok "$step: nothing turns, nothing is lost" 'nothing_happens 4'
  ok "$step: turns are shown" turns
done
sleep 12
ok "the watchdog was fed all the while" '[ "$(of_unit NRestarts)" = 0 ] && [ "$(of_unit ActiveState)" = active ]'

echo "== the state folder cannot be written"
mount -o remount,ro /var/lib/plumbd
ok "locking works" 'plumbctl lock portrait && shows 10 .locked portrait'
ok "and that it is not kept is said" 'wait_for 10 "said \"cannot keep the rotation lock.*Read-only file system\" > /dev/null"'
for _ in 1 2 3 4 5 6 7 8 9 10; do plumbctl lock portrait; plumbctl unlock; done
ok "not ten times" '(($(said "cannot keep the rotation lock" | wc -l) <= 4))'
ok "turns are shown" turns
systemctl restart plumbd.service
ok "it starts so, too" 'wait_for 20 "[ \$(of_unit ActiveState) = active ]" && plumbctl status > /dev/null'
ok "turns are shown" 'shows 20 .device portrait && turns'

echo "== and the sensor goes meanwhile"
hid g 1000 0 0
shows 20 .device landscapeRight
date -s "$(date -d '+1 day' '+%F %T')" > /dev/null
stop_hid
ok "the loss is shown" 'shows 20 .sensor.available false'
ok "the orientation stays" '[ "$(now .interface)" = landscapeLeft ]'
ok "locking works" 'plumbctl lock && shows 10 .locked landscapeLeft && plumbctl unlock'
date -s "$(date -d '-1 day' '+%F %T')" > /dev/null
start_hid || exit 1
hid g 0 -1000 0
ok "the sensor is back" 'shows 30 .sensor.mode buffered && shows 20 .device portrait && turns'
mount -o remount,rw /var/lib/plumbd
# A service that was started while it could not be written keeps that view of it.
systemctl restart plumbd.service
ok "what can be kept again is kept" 'plumbctl lock portrait && [ "$(cat /var/lib/plumbd/lock)" = portrait ] && plumbctl unlock'

echo "== asleep: everything is frozen for five seconds and thawed, as around a suspend"
if [ -w /sys/power/pm_test ]; then
  echo freezer > /sys/power/pm_test
  before=$(count)
  ok "the kernel froze and thawed" 'echo freeze > /sys/power/state'
  echo none > /sys/power/pm_test
  ok "nothing was turned by it" '! tail -n +$((before + 1)) $states | jq -r .device | grep -qv portrait'
  ok "turns are shown" turns
  # A turn that the sensor feels while nobody listens.
  echo freezer > /sys/power/pm_test
  hid g 1000 0 0
  echo freeze > /sys/power/state
  echo none > /sys/power/pm_test
  ok "a turn meanwhile is shown" 'shows 20 .device landscapeRight'
  hid g 0 -1000 0
  ok "the watchdog does not mind" '[ "$(of_unit NRestarts)" = 0 ]'
fi

echo "== a daemon that hangs"
pid=$(of_unit MainPID)
kill -STOP "$pid"
ok "is ended by the watchdog and started anew" 'wait_for 60 "[ \$(of_unit NRestarts) = 1 ] && [ \$(of_unit ActiveState) = active ]"'
ok "as another process" '[ "$(of_unit MainPID)" != "$pid" ]'
ok "its subscriber is back, and turns are shown" 'shows 30 .device portrait && turns'

echo "== stop under load"
for _ in $(seq 40); do plumbctl monitor --json > /dev/null 2>&1 & done
wait_for 30 '[[ "$(of_unit StatusText)" == *" 41 readers" ]]'
hid g 1000 0 0
begin=${EPOCHREALTIME/./}
systemctl stop plumbd.service
took=$(((${EPOCHREALTIME/./} - begin) / 1000))
ok "it ends cleanly ($took ms, by emulation's clock)" '[ "$(of_unit Result)" = success ]'
kill $monitor

echo "== what the journal has"
journalctl -b -u plumbd.service -o json --no-pager | jq -r 'select(._COMM == "plumbd") | "\(.PRIORITY) \(.MESSAGE)"' | sort | uniq -c | sort -rn | head -40
ok "every line has a priority" \
  '[ -z "$(journalctl -b -u plumbd.service -o json --no-pager | jq -r "select(._COMM == \"plumbd\" and .PRIORITY == null) | .MESSAGE")" ]'
ok "no line comes in floods" \
  '(($(journalctl -b -u plumbd.service -o cat --no-pager _COMM=plumbd | sort | uniq -c | sort -rn | awk "NR == 1 {print \$1}") <= 12))'
finish
