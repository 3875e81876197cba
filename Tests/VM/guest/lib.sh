# What the guest's scripts share: . ./lib.sh
failures=0

# ok TEXT COMMAND: one test
ok() {
  if eval "$2"; then
    echo "ok   $1"
  else
    echo "FAIL $1"
    failures=$((failures + 1))
  fi
}

# wait_for SECONDS COMMAND: a fork is dear under emulation, so it looks only 5 times a second. A script whose waits are all
# for what ought to come sets patience, by which they are multiplied: machines are slow.
wait_for() {
  local end=$((SECONDS + $1 * ${patience:-1}))
  until eval "$2"; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}

# finish: the script's end; where something failed, what the system had to say about it (all of it lies in out/)
finish() {
  journalctl -b -o short-precise --no-pager > "/out/${0##*/}.journal"
  if ((failures)); then
    echo "== journal of plumbd"
    journalctl -b -u plumbd.service -o cat --no-pager | tail -40
    dmesg | tail -5
  fi
  exit $((failures != 0))
}

# threads PID
threads() { set -- /proc/"$1"/task/*; echo $#; }
# wakeups PID SECONDS: how often one of its threads is woken. A thread that ends meanwhile does not count.
wakeups() {
  local before
  before=$(switches "$1")
  sleep "$2"
  awk 'NR == FNR {before[$1] = $2; next} {sum += $2 - before[$1]} END {print sum + 0}' \
    <(echo "$before") <(switches "$1")
}
switches() { grep -H ^voluntary /proc/"$1"/task/*/status 2> /dev/null; }

main_pid() { systemctl show plumbd.service -p MainPID --value; }
# at_most COUNT SECONDS: the daemon is woken so often at most; on a busy machine a second look may be the better one
at_most() {
  local woken look
  for look in 1 2; do
    woken=$(wakeups "$(main_pid)" "$2")
    echo "     $woken wakeups in $2 s"
    ((woken <= $1)) && return
  done
  return 1
}

# now FILTER: a field of the latest state in $states, which a script's start_monitor fills from the process $monitor
now() { tail -n 1 $states | jq -r "$1"; }
# shows SECONDS FILTER WORD: the latest state says so
shows() { wait_for "$1" "[ \"\$(now '$2')\" = '$3' ]"; }
stop_monitor() {
  kill "$monitor" 2> /dev/null # it ends with the daemon, too
  wait "$monitor" 2> /dev/null
}

# iio_device NAME: prints the device's folder in sysfs
iio_device() {
  local name
  name=$(grep -lsx "$1" /sys/bus/iio/devices/iio:device*/name | head -1) && echo "${name%/name}"
}

# start_hid [hidaccel's options]: plugs in the HID sensor hub; hid COMMAND speaks to it, hid_log is what it saw
hid_log=/tmp/hid.log
start_hid() {
  rm -f /tmp/hid.in
  mkfifo /tmp/hid.in
  modprobe uhid
  /out/hidaccel "$@" < /tmp/hid.in > $hid_log 2>&1 &
  hid_pid=$!
  exec 7> /tmp/hid.in
  wait_for 15 'iio=$(iio_device accel_3d) && [ -n "$iio" ]' || { cat $hid_log; dmesg | tail; return 1; }
  udevadm settle
}
hid() { echo "$*" >&7; }
stop_hid() {
  hid quit
  wait "$hid_pid"
  exec 7>&-
}

# start_i2c: a Kionix KXCJK-1013 made of a register table: no interrupt, so no trigger, so only polled reads
start_i2c() {
  local adapter
  modprobe i2c-stub chip_addr=0x0f
  modprobe i2c-dev
  adapter=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name)
  adapter=${adapter%/name}
  bus=${adapter##*-}
  i2cset -y "$bus" 0x0f 0x0f 0x08 # WHO_AM_I
  set_i2c 0 -1000 0
  modprobe kxcjk-1013
  echo kxcjk1013 0x0f > "/sys/bus/i2c/devices/i2c-$bus/new_device"
  wait_for 15 'iio=$(iio_device kxcjk1013) && [ -n "$iio" ]' || { dmesg | tail; return 1; }
  udevadm settle
}
stop_i2c() { echo 0x0f > "/sys/bus/i2c/devices/i2c-$bus/delete_device"; }

# set_i2c X Y Z, in milli-g; the times at which it was done go to /tmp/steps
set_i2c() { /out/chiptilt "$bus" "$@" >> /tmp/steps; }

# install_plumbd: what a package's scripts would do after unpacking
install_plumbd() {
  cp -r --preserve=mode /out/stage/. /
  systemd-sysusers
  systemd-tmpfiles --create plumbd.conf
  udevadm control --reload
  systemctl daemon-reload
}

# install_sensor_proxy: the same for what `make install-sensor-proxy` adds
install_sensor_proxy() {
  cp -r --preserve=mode /out/bus/. /
  udevadm control --reload
  systemctl daemon-reload
  systemctl reload dbus.service
}
