# What plumbd costs and how fast it is, beside iio-sensor-proxy, in one run and as one table: on a hub that obeys the
# change sensitivity it is given (hid), on one that streams whatever it is told (stream), on a chip that is read value
# by value (i2c). Wakeups, memory and latency are as on hardware; CPU time under emulation is several times too high,
# for both alike.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

# Who sources this file may want less of it.
: "${sensors:=hid stream i2c}" "${rest:=60}" "${tilts:=40}" "${cold:=10}"

# note ROW VALUE: a cell of the table, of $sensor in the column of $who; shown at once, too
: > /tmp/cells
note() {
  printf '%s\t%s\t%s\t%s\n' "$sensor" "$1" "$who" "$2" >> /tmp/cells
  printf '     %-7s %-46s %-17s %s\n' "$sensor" "$1" "$who" "$2"
}

unit() { [ $who = plumbd ] && echo plumbd.service || echo iio-sensor-proxy.service; }
# Threads that have ended are in the unit's account as well.
cpu() { awk '$1 == "usage_usec" {print $2}' "/sys/fs/cgroup/system.slice/$(unit)/cpu.stat"; }
sent() {
  [ "$sensor" = i2c ] && return
  hid stat
  sleep 0.3
  sed -n 's/.*stat sent=\([0-9]*\).*/\1/p' $hid_log | tail -1
}
power() { [ "$sensor" = i2c ] || grep 'kernel SET' $hid_log | tail -1 | sed 's/.*SET \(power=[^ ]* reporting=[^ ]*\).*/\1/'; }

# cost SECONDS LABEL: wakeups, CPU time and the hub's reports meanwhile
cost() {
  local cpu_before sent_before count
  cpu_before=$(cpu) sent_before=$(sent)
  count=$(wakeups "$pid" "$1")
  note "$2: wakeups/s" "$(awk "BEGIN {printf \"%.2f\", $count / $1}")"
  note "$2: CPU ms in $1 s" "$(awk "BEGIN {printf \"%.1f\", ($(cpu) - $cpu_before) / 1000}")"
  [ "$sensor" = i2c ] || note "$2: reports in $1 s" "$(($(sent) - sent_before))"
  note "$2: threads" "$(threads "$pid")"
}
memory() {
  note "$1: private dirty kB" "$(awk '/^Private_Dirty:/ {print $2}' "/proc/$pid/smaps_rollup")"
}

# tilt N: the Nth quarter turn, stamped when the hub reports it or when the chip has it
tilt() {
  local poses=("1000 0 0" "0 1000 0" "-1000 0 0" "0 -1000 0")
  if [ "$sensor" = i2c ]; then
    # shellcheck disable=SC2086 # three words
    set_i2c ${poses[$1 % 4]}
  else
    hid "g ${poses[$1 % 4]}"
  fi
}

# latency STEPS SECONDS LABEL: from each tilt to the line that it caused in /tmp/lines (stamped lines, one a change);
# the tilts are so many seconds apart, and up to one more
latency() {
  local step
  : > /tmp/steps
  : > /tmp/lines
  for ((step = 0; step < $1; step++)); do
    tilt $step
    sleep $2.$((RANDOM % 90 + 10))
  done
  [ "$sensor" = i2c ] || awk '$2 == "report" {print $1}' $hid_log | tail -n "$1" > /tmp/steps
  note "$3: median / 95 % / max ms" "$(awk 'NR == FNR {step[n++] = $1; next}
    {since = -1; for (i = 0; i < n; i++) if ($1 >= step[i]) since = $1 - step[i]; if (since >= 0) printf "%.1f\n", since * 1000}' \
    /tmp/steps /tmp/lines | sort -n |
    awk '{v[n++] = $1} END {printf "%.0f / %.0f / %.0f (%d)", v[int(n / 2)], v[int(n * 0.95)], v[n - 1], n}')"
}

start_sensor() {
  case $sensor in
    hid) start_hid -s ;;
    stream) start_hid ;;
    i2c) start_i2c ;;
  esac
  tilt 3
}
stop_sensor() { if [ "$sensor" = i2c ]; then stop_i2c; else stop_hid; fi; }

measure_plumbd() {
  who=plumbd
  systemctl start plumbd.service
  pid=$(systemctl show plumbd.service -p MainPID --value)
  sleep 15 # the system settles, too
  memory "no client"
  cost $((rest / 2)) "no client"
  plumbctl monitor --json > >(/out/stamp >> /tmp/lines) 2> /dev/null &
  client=$!
  sleep 15
  cost "$rest" "one client, at rest"
  memory "one client"
  latency "$cold" 8 "tilt from cold rest"
  [ "$sensor" = stream ] || latency "$tilts" 2 "tilt, 2 to 3 s apart"
  kill $client
  sleep 8
  [ "$sensor" = i2c ] || note "the client gone: the hub" "$(power)"
  systemctl stop plumbd.service plumbd.socket
}

measure_proxy() {
  who=iio-sensor-proxy
  systemctl --runtime unmask iio-sensor-proxy 2> /dev/null
  systemctl start iio-sensor-proxy.service
  pid=$(systemctl show iio-sensor-proxy.service -p MainPID --value)
  sleep 5
  memory "no client"
  cost $((rest / 2)) "no client"
  monitor-sensor --accel > >(/out/stamp >> /tmp/lines) 2> /dev/null &
  client=$!
  sleep 15
  cost "$rest" "one client, at rest"
  memory "one client"
  [ "$sensor" = stream ] || latency "$tilts" 2 "tilt, 2 to 3 s apart"
  kill $client
  sleep 8
  [ "$sensor" = i2c ] || note "the client gone: the hub" "$(power)"
  systemctl stop iio-sensor-proxy.service
  systemctl --runtime mask iio-sensor-proxy 2> /dev/null
}

install_plumbd
stat -c '%n %s bytes' /usr/bin/plumbd /usr/bin/plumbctl
for sensor in $sensors; do
  echo "== $sensor"
  start_sensor || exit 1
  measure_plumbd
  measure_proxy
  stop_sensor
  sleep 1
done

echo
echo "| sensor | what | plumbd | iio-sensor-proxy | ratio |"
echo "|---|---|---|---|---|"
awk -F '\t' '
  {key = $1 "\t" $2; if (!(key in seen)) {seen[key] = 1; order[n++] = key} cell[key, $3] = $4}
  END {
    for (i = 0; i < n; i++) {
      split(order[i], part, "\t")
      ours = cell[order[i], "plumbd"]; theirs = cell[order[i], "iio-sensor-proxy"]
      ratio = ours ~ /^[0-9]/ && theirs ~ /^[0-9]/ && theirs + 0 > 0 ? sprintf("%.2f", ours / theirs) : "–"
      printf "| %s | %s | %s | %s | %s |\n", part[1], part[2], ours, theirs == "" ? "–" : theirs, ratio
    }
  }' /tmp/cells
cp /tmp/cells /out/cells
exit 0
