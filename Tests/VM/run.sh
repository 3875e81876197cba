#!/bin/bash
# Runs test scripts in a guest: a real Debian kernel with a real HID sensor hub, real udev and systemd.
#
#   run.sh [-t SECONDS] SCRIPT...   boots once a script, runs guest/SCRIPT, powers off; closes with what passed
#   run.sh -i                       a root shell in the guest on this terminal (ctrl-a x quits)
#
# The guest sees this folder as /rig (read-only) and out/ as /out. Its disk forgets everything at power off.
# What the release build installs with PREFIX=/usr lies in /out/stage; the scripts install it from there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

limit=600
interactive=
while getopts t:i option; do
  case $option in
    t) limit=$OPTARG ;;
    i) interactive=1 ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))

if [ "$(uname -m)" != x86_64 ]; then
  echo "run.sh: the guest is an x86-64 Debian, this machine is $(uname -m)" >&2
  exit 1
fi
image=$(./build.sh)

out=$PWD/out
mkdir -p "$out"
exec 9> "$out/lock"
flock -n 9 || { echo "run.sh: another run holds $out" >&2; exit 1; }
find "$out" -mindepth 1 ! -name lock -delete
for program in chiptilt hidaccel stamp; do
  gcc -O2 -Wall -Wextra -Werror -static -o "$out/$program" "src/$program.c"
done
cp "$image/tiltaccel.ko" "$out/"
repository() { make -s -C ../.. "$1" DESTDIR="$out/$2" PREFIX=/usr > /dev/null; }
repository install stage
repository install-sensor-proxy bus

# Software emulation: it works on every machine, a nested KVM does not. tsc= keeps the guest from disbelieving its
# clock, no_timer_check from panicking at the start where the machine is too busy to tick in time. snapshot=on keeps the
# shared image as it is.
machine=(
  -accel "tcg,thread=multi,tb-size=512" -cpu max -smp 2 -m 1024 -M pc -nodefaults -no-reboot -display none
  -kernel "$image/vmlinuz" -initrd "$image/initrd.gz"
  -drive "file=$image/root.img,if=virtio,format=raw,snapshot=on"
  -virtfs "local,path=$PWD,mount_tag=rig,security_model=none,readonly=on,id=rig"
  -virtfs "local,path=$out,mount_tag=out,security_model=none,id=out"
  -device virtio-rng-pci
)
kernel="console=ttyS0 quiet panic=-1 mitigations=off audit=0 selinux=0 tsc=reliable no_timer_check systemd.show_status=0"

if [ -n "$interactive" ]; then
  exec qemu-system-x86_64 "${machine[@]}" -serial mon:stdio -append "$kernel"
fi
(($#)) || { echo "usage: run.sh [-t SECONDS] SCRIPT... | -i" >&2; exit 2; }

passed=0
failed=0
repository install removed
repository install-sensor-proxy removed
repository uninstall removed
if [ -z "$(find "$out/removed" -type f)" ]; then
  echo "ok   uninstall removes all that install puts"
  passed=1
else
  echo "FAIL uninstall removes all that install puts"
  find "$out/removed" -type f
  failed=1
fi
for script in "$@"; do
  rm -f "$out/status"
  timeout --foreground "$limit" qemu-system-x86_64 "${machine[@]}" \
    -serial "file:$out/${script%.sh}.console" -serial stdio -append "$kernel rig.script=$script" < /dev/null |
    stdbuf -oL tr -d '\r' | tee "$out/${script%.sh}.log" || true
  passed=$((passed + $(grep -c '^ok ' "$out/${script%.sh}.log" || true)))
  failed=$((failed + $(grep -c '^FAIL ' "$out/${script%.sh}.log" || true)))
  if [ "$(cat "$out/status" 2> /dev/null)" != 0 ] && ! grep -q '^FAIL ' "$out/${script%.sh}.log"; then
    echo "FAIL $script did not come to its end within $limit s; see $out/${script%.sh}.console"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
((failed == 0))
