# What plumbd costs and how fast it is, on both kinds of sensor, and iio-sensor-proxy beside it.
# Wakeups, memory and latency are as on hardware; CPU time under emulation is several times too high, so not shown.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

# cost PID SECONDS LABEL: threads, and how often one of them was woken
cost() {
  echo "$(wakeups "$1" "$2") $2 $(threads "$1")" |
    awk -v label="$3" '{printf "%-34s %d thread(s), %d wakeups in %d s (%.2f/s)\n", label, $3, $1, $2, $1 / $2}'
}
memory() {
  awk -v label="$2" '/^(Rss|Private_Dirty):/ {v[$1] = $2}
    END {printf "%-34s RSS %d kB, private dirty %d kB\n", label, v["Rss:"], v["Private_Dirty:"]}' "/proc/$1/smaps_rollup"
}
reports() { [ "$sensor" = i2c ] || { hid stat; sleep 0.3; tail -1 $hid_log | cut -d' ' -f2-; }; }

# tilt N: the Nth quarter turn, stamped when the sensor reports it (HID) or when the chip has it (I2C)
tilt() {
  local poses=("1000 0 0" "0 1000 0" "-1000 0 0" "0 -1000 0")
  if [ "$sensor" = hid ]; then
    hid "g ${poses[$1 % 4]}"
  else
    # shellcheck disable=SC2086 # three words
    set_i2c ${poses[$1 % 4]}
  fi
}

# latency STEPS LABEL: from each tilt to the line that it caused in /tmp/lines (stamped lines, one a change)
latency() {
  local step
  : > /tmp/steps
  : > /tmp/lines
  for ((step = 0; step < $1; step++)); do
    tilt $step
    sleep 2.$((RANDOM % 90 + 10))
  done
  [ "$sensor" = i2c ] || awk '$2 == "report" {print $1}' $hid_log | tail -n "$1" > /tmp/steps
  awk 'NR == FNR {step[n++] = $1; next}
    {since = -1; for (i = 0; i < n; i++) if ($1 >= step[i]) since = $1 - step[i]; if (since >= 0) printf "%.1f\n", since * 1000}' \
    /tmp/steps /tmp/lines | sort -n |
    awk -v label="$2" -v steps="$1" '{v[n++] = $1}
      END {printf "%-34s %d changes for %d tilts, median %.0f ms, 95 %% %.0f ms, max %.0f ms\n",
        label, n, steps, v[int(n / 2)], v[int(n * 0.95)], v[n - 1]}'
}

install_plumbd
stat -c '%n %s bytes' /usr/bin/plumbd /usr/bin/plumbctl

for sensor in hid i2c; do
  echo "== $sensor"
  if [ $sensor = hid ]; then start_hid; hid g 0 -1000 0; else start_i2c; fi

  systemctl start plumbd.service
  pid=$(systemctl show plumbd.service -p MainPID --value)
  sleep 15 # the system settles, too
  memory "$pid" "plumbd, no subscriber"
  reports
  cost "$pid" 30 "plumbd, no subscriber"
  reports
  plumbctl monitor --json > >(/out/stamp >> /tmp/lines) 2> /dev/null &
  client=$!
  sleep 5
  reports
  cost "$pid" 60 "plumbd, one subscriber, at rest"
  reports
  memory "$pid" "plumbd, one subscriber"
  latency 40 "plumbd, tilt to reply"
  kill $client
  systemctl stop plumbd.service plumbd.socket

  systemctl --runtime unmask iio-sensor-proxy 2> /dev/null
  systemctl start iio-sensor-proxy.service
  pid=$(systemctl show iio-sensor-proxy.service -p MainPID --value)
  sleep 5
  memory "$pid" "iio-sensor-proxy, no client"
  reports
  cost "$pid" 30 "iio-sensor-proxy, no client"
  reports
  monitor-sensor --accel > >(/out/stamp >> /tmp/lines) 2> /dev/null &
  client=$!
  sleep 5
  cost "$pid" 60 "iio-sensor-proxy, one client"
  memory "$pid" "iio-sensor-proxy, one client"
  latency 40 "iio-sensor-proxy, tilt to signal"
  kill $client
  systemctl stop iio-sensor-proxy.service
  systemctl --runtime mask iio-sensor-proxy 2> /dev/null

  if [ $sensor = hid ]; then stop_hid; else stop_i2c; fi
  sleep 1
done
exit 0
