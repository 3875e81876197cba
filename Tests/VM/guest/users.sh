# Several real users under logind: who may do what, while sessions change places and everybody stays connected.
. ./lib.sh
patience=6
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

# as USER COMMAND...: a process of the user's, in no session of its own
as() {
  local user=$1
  shift
  setpriv --reuid="$user" --regid="$user" --init-groups "$@"
}

# begin_session USER N: logs the user in at ttyN of the first seat, as a display manager does
begin_session() {
  systemd-run --quiet --unit="session-of-$1" -p User="$1" -p PAMName=rig -p TTYPath="/dev/tty$2" \
    -p StandardInput=tty-force -p TTYReset=yes sleep infinity
  wait_for 20 '[ -n "$(session_of '"$1"')" ]'
}
end_session() { systemctl stop "session-of-$1"; }
session_of() { loginctl list-sessions --no-legend | awk -v user="$1" '$3 == user && $4 == "seat0" {print $1}'; }
is_active() { [ "$(loginctl show-session "$(session_of "$1")" -p Active --value 2> /dev/null)" = yes ]; }
switch_to() {
  loginctl activate "$(session_of "$1")"
  wait_for 15 "is_active $1"
}

# start_monitor USER: what the user is told goes to /tmp/states.USER; now and shows are about it
start_monitor() {
  as "$1" plumbctl monitor --json > "/tmp/states.$1" 2> "/tmp/monitor.$1" &
  wait_for 20 "[ -s /tmp/states.$1 ]"
}
now() { tail -n 1 "/tmp/states.$1" | jq -r "$2"; }
shows() { wait_for "$2" "[ \"\$(now $1 '$3')\" = '$4' ]"; }

# run_game USER ID ORIENTATION: a program of the user's that wants to be in front; 0 where it may
run_game() {
  as "$1" plumbctl run --app-id "$2" --supported "$3" -- sleep 1200 2> "/tmp/run.$2" &
  wait_for 20 "plumbctl apps | grep -q '^$2 ' || ! kill -0 $! 2> /dev/null" && kill -0 $! 2> /dev/null
}
end_game() { pkill -f "app-id $1 " 2> /dev/null; }

# may USER COMMAND...: yes, no (permission denied), or what else was said
may() {
  local user=$1 said
  shift
  if said=$(as "$user" "$@" 2>&1); then
    echo yes
  elif [[ $said == *"ermission denied"* || $said == *PermissionDenied* ]]; then
    echo no
  else
    echo "$said"
  fi
}

# table ACTIVE OTHER...: every row, as root, as the daemon's own user, as the active user, and as the others
table() {
  local active=$1 user expected row command answer
  shift
  while IFS='|' read -r row by_trusted by_active by_other command <&3; do
    for user in root plumbd "$active" "$@"; do
      case $user in
        root | plumbd) expected=$by_trusted ;;
        "$active") expected=$by_active ;;
        *) expected=$by_other ;;
      esac
      answer=$(may "$user" $command)
      ok "$user: $row: $expected" '[ "$answer" = "$expected" ] || { echo "$answer"; false; }'
    done
  done 3<< 'END'
the orientation|yes|yes|yes|plumbctl status
the last decision of nobody's|yes|yes|yes|plumbctl explain
the configuration|yes|yes|yes|plumbctl config
the applications|yes|yes|yes|plumbctl apps
the sensors|yes|yes|yes|plumbctl sensors
a report|yes|yes|yes|plumbctl report
windows in front|yes|yes|no|plumbctl run true
lock|yes|yes|no|plumbctl lock
unlock|yes|yes|no|plumbctl unlock
turn once|yes|yes|no|plumbctl rotate portrait
raw samples|yes|yes|no|plumbctl record --seconds 1 /dev/null
reload|yes|no|no|plumbctl reload
END
}

install_plumbd
for user in ann bob eve; do useradd --create-home "$user"; done
cat > /etc/pam.d/rig << 'END'
auth    required pam_permit.so
account required pam_permit.so
session required pam_systemd.so class=user type=tty
END
systemctl start plumbd.socket
start_hid || exit 1
hid g 0 -1000 0
ok "logind keeps a seat" 'wait_for 15 "[ -e /run/systemd/seats/seat0 ]"'

echo "== before anybody has logged in"
ok "ann is nobody yet" '[ "$(may ann plumbctl lock)" = no ]'
start_monitor eve

echo "== ann at tty1, bob at tty2, eve nowhere"
begin_session ann 1
begin_session bob 2
ok "ann can be active" 'switch_to ann'
start_monitor ann
start_monitor bob
ok "the sensor is read for them" 'shows eve 20 .device portrait'
table ann bob eve

echo "== ann's window in front"
ok "ann's game may be in front" 'run_game ann game landscapeLeft'
ok "everybody's screen is turned" 'shows ann 15 .interface landscapeLeft && shows eve 15 .interface landscapeLeft'
ok "ann sees by whom" 'shows ann 15 .foreground.application game'
ok "bob and eve do not" '[ "$(now bob .foreground)$(now eve .foreground)" = nullnull ]'
ok "nor who is registered" '[ -z "$(as eve plumbctl apps --json)" ] && ! as bob plumbctl explain 2> /dev/null'
ok "nor what is measured" '[ "$(as eve plumbctl sensors --json | jq .reading)" = null ]'
ok "bob's game may not be in front" '! run_game bob intruder portrait && [ "$(now ann .interface)" = landscapeLeft ]'

echo "== the session in front is bob's, everybody stays connected"
ok "the seat shows bob's" 'switch_to bob'
ok "ann's window is not in front any more" 'shows bob 15 .interface portrait && shows ann 15 .interface portrait'
ok "ann does not see who is" 'shows ann 15 .foreground null'
ok "ann may lock no more, bob may" '[ "$(may ann plumbctl lock)$(may bob plumbctl lock)$(may bob plumbctl unlock)" = noyesyes ]'
ok "bob's game may be in front now" 'run_game bob reader portraitUpsideDown'
ok "bob sees it" 'shows bob 15 .foreground.application reader && shows bob 15 .interface portraitUpsideDown'
ok "ann does not" '[ "$(now ann .foreground)" = null ] && shows ann 15 .interface portraitUpsideDown'

echo "== and back"
ok "the seat shows ann's again" 'switch_to ann'
ok "ann finds her game in front" 'shows ann 15 .foreground.application game && shows ann 15 .interface landscapeLeft'
ok "bob sees no more of it" 'shows bob 15 .foreground null'
end_session ann
ok "with her session goes her role" 'wait_for 15 "[ \"\$(may ann plumbctl lock)\" = no ]"'
ok "and her window from the front" 'wait_for 15 "! plumbctl status | grep -q game"'
end_game game
end_game reader

end_session bob
ok "nobody is at the machine" 'wait_for 15 "[ \"\$(may bob plumbctl unlock)\" = no ]"'
ok "nobody minded" '[ "$(systemctl show plumbd.service -p NRestarts --value)" = 0 ]'

echo "== so many connections a user"
mkdir -p /etc/plumbd
printf '[limits]\nconnections-per-user = 3\n' > /etc/plumbd/plumbd.conf
systemctl reload plumbd.service
for _ in 1 2 3 4 5; do as eve plumbctl monitor --json > /dev/null 2>> /tmp/refused & done
ok "the next of the same user's is refused with the limit's name" \
  'wait_for 15 "grep -q connections-per-user /tmp/refused" || { cat /tmp/refused; false; }'
ok "bob's and root's are not" 'as bob plumbctl status > /dev/null && plumbctl status > /dev/null'
finish
