# plumb-session under a real logind: of two users' agents that of the session in front acts, and the other one rests.
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

# begin_session USER N: logs the user in at ttyN of the first seat, as a display manager does
begin_session() {
  systemd-run --quiet --unit="session-of-$1" -p User="$1" -p PAMName=rig -p TTYPath="/dev/tty$2" \
    -p StandardInput=tty-force -p TTYReset=yes sleep infinity
  wait_for 20 '[ -n "$(session_of '"$1"')" ]'
}
session_of() { loginctl list-sessions --no-legend | awk -v user="$1" '$3 == user && $4 == "seat0" {print $1}'; }
is_active() { [ "$(loginctl show-session "$(session_of "$1")" -p Active --value 2> /dev/null)" = yes ]; }
switch_to() {
  loginctl activate "$(session_of "$1")"
  wait_for 15 "is_active $1"
}

# start_agent USER [ENVIRONMENT]: outside of the session, as a user's service is; each turn is a line in a file
start_agent() {
  printf '#!/bin/sh\necho $PLUMB_ORIENTATION >> /tmp/turns.%s\n' "$1" > "/tmp/hook.$1"
  chmod 755 "/tmp/hook.$1"
  : > "/tmp/turns.$1"
  chown "$1" "/tmp/turns.$1"
  systemd-run --quiet --unit="agent-of-$1" -p Type=notify -p User="$1" ${2:+-E "$2"} \
    plumb-session --display none --exec "/tmp/hook.$1" --log-level debug
}
turned() { wait_for 15 "[ \"\$(tail -n 1 /tmp/turns.$1)\" = '$2' ]"; }
turns() { wc -l < "/tmp/turns.$1"; }
says() { wait_for 15 "systemctl show agent-of-$1 -p StatusText --value | grep -q '$2'"; }

install_plumbd
for user in ann bob; do useradd --create-home "$user"; done
cat > /etc/pam.d/rig << 'END'
auth    required pam_permit.so
account required pam_permit.so
session required pam_systemd.so class=user type=tty
END
systemctl start plumbd.socket
start_hid || exit 1
hid g 0 -1000 0
ok "logind keeps a seat" 'wait_for 15 "[ -e /run/systemd/seats/seat0 ]"'
begin_session ann 1
begin_session bob 2
ok "ann can be active" 'switch_to ann'

echo "== ann's session in front"
# One is told which session is its own, the other one finds out.
ok "ann's agent starts" 'start_agent ann "XDG_SESSION_ID=$(session_of ann)"'
ok "bob's agent starts" 'start_agent bob'
ok "ann's agent is told the orientation" 'turned ann portrait'
ok "bob's agent rests" 'says bob "the session is not active"'
hid g 1000 0 0
ok "ann's agent follows" 'turned ann landscapeLeft && says ann "landscapeLeft, transform 90"'
ok "bob's agent has done nothing" '[ "$(turns bob)" = 0 ]'

echo "== bob's session in front"
ok "bob can be active" 'switch_to bob'
ok "bob's agent takes over" 'turned bob landscapeLeft'
ok "ann's agent rests" 'says ann "the session is not active"'
before=$(turns ann)
hid g 0 1000 0
ok "bob's agent follows" 'turned bob portraitUpsideDown'
ok "ann's agent does nothing" '[ "$(turns ann)" = "$before" ]'

echo "== and back"
ok "ann can be active again" 'switch_to ann'
ok "ann's agent catches up" 'turned ann portraitUpsideDown'
ok "bob's agent rests again" 'says bob "the session is not active"'
systemctl stop agent-of-ann agent-of-bob
ok "both end as asked" '[ "$(journalctl -b -o cat -u agent-of-ann -u agent-of-bob | grep -c "Deactivated successfully")" = 2 ]'
finish
