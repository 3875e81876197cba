# The installed user unit in graphical sessions of real users: sway without a screen under logind and `systemd --user`.
. ./lib.sh
patience=6
systemctl --runtime mask iio-sensor-proxy 2> /dev/null

# begin_session USER N: logs the user in at ttyN of the first seat, as a display manager does; sway is the session
begin_session() {
  systemd-run --quiet --unit="session-of-$1" -p User="$1" -p PAMName=rig -p TTYPath="/dev/tty$2" \
    -p StandardInput=tty-force -p TTYReset=yes /usr/local/bin/sway-session
  wait_for 20 '[ -n "$(session_of '"$1"')" ]'
}
session_of() { loginctl list-sessions --no-legend | awk -v user="$1" '$3 == user && $4 == "seat0" {print $1}'; }
is_active() { [ "$(loginctl show-session "$(session_of "$1")" -p Active --value 2> /dev/null)" = yes ]; }
switch_to() {
  loginctl activate "$(session_of "$1")"
  wait_for 15 "is_active $1"
}

# of USER COMMAND...: as the user, outside of the session
of() {
  local user=$1
  shift
  setpriv --reuid="$user" --regid="$user" --init-groups env XDG_RUNTIME_DIR="/run/user/$(id -u "$user")" "$@"
}
unit_is() { [ "$(of "$1" systemctl --user is-active plumb-session.service 2> /dev/null)" = "$2" ]; }
unit_says() { of "$1" systemctl --user show plumb-session.service -p "$2" --value; }
in_sway() { of "$1" sh -c 'swaymsg --socket "$(ls $XDG_RUNTIME_DIR/sway-ipc.*)" "$@"' sh "${@:2}"; }
# shows USER TRANSFORM: as sway's IPC says it, which counts clockwise
transform() { in_sway "$1" -r -t get_outputs 2> /dev/null | jq -r '.[0].transform'; }
shows() { wait_for 20 "[ \"\$(transform $1)\" = '$2' ]" || { transform "$1"; false; }; }

install_plumbd
for user in ann bob; do useradd --create-home "$user"; done
cat > /etc/pam.d/rig << 'END'
auth    required pam_permit.so
account required pam_permit.so
session required pam_systemd.so class=user type=wayland
END
cat > /usr/local/bin/sway-session << 'END'
#!/bin/sh
export WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
sway --config /etc/sway-session > "$XDG_RUNTIME_DIR/sway.log" 2>&1
systemctl --user stop sway-session.target
END
chmod +x /usr/local/bin/sway-session
cat > /etc/sway-session << 'END'
output HEADLESS-1 mode --custom 800x1280@60Hz
exec "systemctl --user import-environment WAYLAND_DISPLAY SWAYSOCK; exec systemctl --user start sway-session.target"
END
printf '[Unit]\nBindsTo=graphical-session.target\nAfter=graphical-session-pre.target\n' \
  > /etc/systemd/user/sway-session.target
# A headless output is no built-in panel by its name. The rest of the unit is as installed.
mkdir -p /etc/systemd/user/plumb-session.service.d
printf '[Service]\nExecStart=\nExecStart=/usr/bin/plumb-session --output HEADLESS-1 --log-level debug\n' \
  > /etc/systemd/user/plumb-session.service.d/panel.conf
ok "systemd finds nothing to complain of" \
  'systemd-analyze --user verify --man=no plumb-session.service > /tmp/verify 2>&1; ! grep plumb /tmp/verify'
systemctl --quiet --global enable plumb-session.service
systemctl start plumbd.socket
start_hid || exit 1
hid g 0 -1000 0
ok "logind keeps a seat" 'wait_for 15 "[ -e /run/systemd/seats/seat0 ]"'

echo "== ann logs in"
begin_session ann 1
ok "her session is the active one" 'switch_to ann'
ok "plumb-session starts with it" 'wait_for 30 "unit_is ann active"'
ok "it is the installed one, under her own manager" \
  '[ "$(readlink /proc/"$(unit_says ann MainPID)"/exe)" = /usr/bin/plumb-session ] &&
    [[ $(unit_says ann ControlGroup) == */user@$(id -u ann).service/session.slice/plumb-session.service ]]'
while read -r x y z transform <&3; do
  hid g "$x" "$y" "$z"
  ok "($x, $y, $z) turns the panel to $transform" 'shows ann $transform'
done 3<< 'END'
1000 0 0 270
0 1000 0 180
-1000 0 0 90
0 -1000 0 normal
END

echo "== bob logs in beside her"
begin_session bob 2
ok "the seat shows his session" 'switch_to bob'
ok "plumb-session starts with it" 'wait_for 30 "unit_is bob active"'
hid g 1000 0 0
ok "his panel turns" 'shows bob 270'
hid g 0 1000 0
ok "and again" 'shows bob 180'
ok "ann's does not" '[ "$(transform ann)" = normal ] && unit_is ann active'

echo "== the seat shows ann's session again"
ok "it does" 'switch_to ann'
ok "her panel is turned as the device is held" 'shows ann 180'
hid g -1000 0 0
ok "and follows" 'shows ann 90'
ok "bob's stays as it was" '[ "$(transform bob)" = 180 ] && unit_is bob active'

echo "== sway crashes, in bob's session"
pkill --signal KILL --uid bob --exact sway
ok "plumb-session ends with his session" 'wait_for 30 "! pgrep --uid bob --exact plumb-session > /dev/null"'
hid g 1000 0 0
ok "ann's panel follows" 'shows ann 270'

echo "== ann logs out"
in_sway ann exit > /dev/null 2>&1
ok "plumb-session ends with her session" 'wait_for 30 "! pgrep --uid ann --exact plumb-session > /dev/null"'
ok "and nobody looks any more: the sensor sleeps" 'wait_for 30 "[ \$(cat $iio/buffer/enable) = 0 ]"'
ok "none of them ever failed" \
  '! journalctl -b -o cat --no-pager | grep -E "plumb-session.service: (Failed|Main process exited)"'
ok "nobody minded" '[ "$(systemctl show plumbd.service -p NRestarts --value)" = 0 ]'
finish
