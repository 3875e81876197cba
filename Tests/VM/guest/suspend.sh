# A real suspend to memory, ended by the RTC's alarm, while the sensor is read and clients are connected.
#
# The guest's folders from outside do not outlive it, so the script leaves them and goes on by itself.
. ./lib.sh
patience=6

if [ -z "${detached:-}" ]; then
  systemctl --runtime mask iio-sensor-proxy 2> /dev/null
  install_plumbd
  mkdir -p /run/rig
  cp -r /rig/guest /out/hidaccel /run/rig/
  systemd-run --quiet --unit=detached --working-directory=/run/rig/guest --setenv=detached=1 --setenv=HOME=/root \
    /bin/bash -c 'exec > /dev/ttyS1 2>&1; bash ./suspend.sh'
  systemctl stop rig.service # this shell
  exit 1
fi

states=/tmp/states
of_unit() { systemctl show plumbd.service -p "$1" --value; }

wait_for 20 '! systemctl is-active --quiet rig.service'
umount /rig /out
modprobe -r 9p 9pnet_virtio
cp /run/rig/hidaccel /out/

systemctl start plumbd.socket
start_hid || exit 1
hid g 0 -1000 0
plumbctl monitor --json > $states 2> /tmp/monitor.log &
ok "the sensor is used" 'wait_for 60 "[ -s $states ]" && shows 60 .device portrait'

# asleep SECONDS: suspends, and says for how long time stood still for those that were frozen
asleep() {
  local boot awake
  read -r boot _ < /proc/uptime # CLOCK_BOOTTIME
  awake=$(awk '/^now at/ {printf "%.0f", $3 / 1e6; exit}' /proc/timer_list)
  rtcwake -m mem -s "$1" > /tmp/rtcwake 2>&1 || { cat /tmp/rtcwake; return 1; }
  read -r now _ < /proc/uptime
  awk -v b="$boot" -v n="$now" -v a="$awake" '/^now at/ {printf "asleep for %.1f s\n", n - b - ($3 / 1e6 - a) / 1e3; exit}' \
    /proc/timer_list
}
before=$(wc -l < $states)
ok "suspended, and awake again" 'asleep 60'
sleep 5
# That the hub was silent for a moment may be told: it was.
ok "nothing was told that is not so" \
  '! tail -n +$((before + 1)) $states | jq -r "\"\(.device) \(.interface)\"" | grep -v "^portrait portrait$"'
hid g 1000 0 0
ok "a turn is shown" 'shows 60 .device landscapeRight'
ok "the sensor is read through its buffer" 'shows 30 .sensor.mode buffered'
ok "the subscriber is the same" '[ "$(wc -l < /tmp/monitor.log)" = 0 ]'
ok "the watchdog did not bite" '[ "$(of_unit NRestarts)" = 0 ] && [ "$(of_unit ActiveState)" = active ]'

modprobe 9pnet_virtio
mount /out
echo "== suspend.sh ended after $(cut -d' ' -f1 /proc/uptime) s"
(finish)
echo $? > /out/status
sync
sleep 0.5
echo b > /proc/sysrq-trigger
