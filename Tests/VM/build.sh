#!/bin/bash
# Builds the guest once and prints the folder that holds it: a stock Debian 12 kernel, an initramfs that mounts the
# disk, and a small Debian 12 with systemd, the kernel's IIO drivers and the libraries that plumbd needs.
#
# The folder is $PLUMB_VM_CACHE (default: plumbd-vm in the user's cache), below it one folder per version of this
# script and of the kernel module, so a changed one builds anew and an unchanged one costs nothing. Takes a minute or two
# and 1 GB.
# Needs Debian 12 on x86-64 and root (or sudo); .ci/dependencies vm has installed what it calls.
set -euo pipefail

cache=${PLUMB_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/plumbd-vm}
module=$(cd "$(dirname "${BASH_SOURCE[0]}")/src/tiltaccel" && pwd)
key=$(cat "${BASH_SOURCE[0]}" "$module"/* | sha256sum | cut -c1-16)
image=$cache/$key

if [ -e "$image/complete" ]; then
  echo "$image"
  exit 0
fi
if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || { echo "build.sh: building the guest needs root, and there is no sudo" >&2; exit 1; }
  exec sudo PLUMB_VM_CACHE="$cache" "${BASH_SOURCE[0]}"
fi

packages=(
  systemd systemd-sysv udev dbus kmod procps iproute2 # a Debian that boots
  libpam-systemd                                      # sessions for the users of users.sh
  libiio0 libevdev2 libinih1 libudev1 libsystemd0 libstdc++6    # what plumbd is linked with
  libwayland-client0 libxcb1 libxcb-randr0 libxcb-xinput0       # what plumb-session is linked with
  sway                                                # a session's compositor
  polkitd                                             # says who may claim a sensor
  jq libiio-utils i2c-tools iio-sensor-proxy          # what the tests call, and the peer that they measure
)
# Modules to have in the guest; modprobe names what these depend on.
boot_modules=(virtio_pci virtio_blk ext4 crc32c_generic 9p 9pnet_virtio)
sensor_modules=(uhid hid-sensor-hub hid-sensor-accel-3d industrialio-triggered-buffer i2c-stub i2c-dev kxcjk-1013)

mkdir -p "$cache"
exec 9> "$cache/lock"
flock 9
[ ! -e "$image/complete" ] || { echo "$image"; exit 0; }
rm -rf "$image"
mkdir -p "$image"
work=$(mktemp -d "$cache/building.XXXXXX")
trap 'rm -rf "$work"' EXIT
log=$image/build.log
exec 3>&1 > "$log" 2>&1
trap 'echo "build.sh: line $LINENO failed, the end of $log:" >&3; tail -15 "$log" >&3' ERR

echo "== kernel"
[ -n "$(apt-cache depends linux-image-amd64 2> /dev/null)" ] || apt-get update -qq
package=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image/ && !n++ {print $2}')
version=${package#linux-image-}
chmod 755 "$work"
(cd "$work" && apt-get download -qq -o APT::Sandbox::User=root "$package")
dpkg-deb -x "$work"/linux-image-*.deb "$work/kernel"
depmod -b "$work/kernel" "$version"
cp "$work/kernel/boot/vmlinuz-$version" "$image/vmlinuz"

echo "== kernel module"
headers=$work/headers/usr/src/linux-headers-$version
(cd "$work" && apt-cache depends "linux-headers-$version" | awk '/Depends: linux-(headers|kbuild)/ {print $2}' |
  xargs apt-get download -qq -o APT::Sandbox::User=root "linux-headers-$version")
for file in "$work"/linux-{headers,kbuild}-*.deb; do dpkg-deb -x "$file" "$work/headers"; done
# The headers believe that they are installed.
sed -i "s|/usr/src|$work/headers/usr/src|" "$headers/Makefile"
cp -r "$module" "$work/module"
make -C "$headers" M="$work/module" modules
cp "$work/module/tiltaccel.ko" "$image/"

# Prints the files of the given modules and of all that they need, in the order to load them in.
module_files() {
  local module
  for module in "$@"; do
    modprobe -d "$work/kernel" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ {print $2}'
}

echo "== root file system"
root=$work/root
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -1)
include=$(IFS=,; echo "${packages[*]}")
debootstrap --variant=minbase --include="$include" bookworm "$root" "$mirror"
modules=$root/lib/modules/$version
mkdir -p "$modules" "$root/rig" "$root/out"
module_files "${boot_modules[@]}" "${sensor_modules[@]}" > "$work/files"
while read -r file; do
  target=$modules/${file#*"/lib/modules/$version/"}
  mkdir -p "${target%/*}"
  cp "$file" "$target"
done < "$work/files"
cp "$work/kernel/lib/modules/$version"/modules.{builtin,order}* "$modules/"
depmod -b "$root" "$version"
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,locale,man}/*
# Sway draws without a graphics card, and so without most of what came along with it.
rm -rf "$root"/usr/lib/x86_64-linux-gnu/libLLVM* "$root"/usr/lib/x86_64-linux-gnu/dri "$root"/usr/share/{backgrounds,icons}
echo plumbd-vm > "$root/etc/hostname"
cat > "$root/etc/fstab" << 'END'
/dev/vda / ext4 defaults,noatime 0 0
rig /rig 9p trans=virtio,version=9p2000.L,ro 0 0
out /out 9p trans=virtio,version=9p2000.L,msize=262144 0 0
END
sed -i 's/^root:[^:]*:/root::/' "$root/etc/shadow"
# Only who asks for a session gets one: the shell on the serial line would start services that measurements would see.
sed -i '/pam_systemd/d' "$root/etc/pam.d/common-session"
cat > "$root/etc/systemd/system/rig.service" << 'END'
[Unit]
Description=The test script named on the kernel command line
After=dbus.service systemd-udev-trigger.service
RequiresMountsFor=/rig /out

[Service]
ExecStart=/bin/bash /rig/guest/entry
END
system=$root/etc/systemd/system
mkdir -p "$system/multi-user.target.wants" "$system/serial-getty@ttyS0.service.d"
ln -s ../rig.service "$system/multi-user.target.wants/rig.service"
printf '[Service]\nExecStart=\nExecStart=-/sbin/agetty -a root -L ttyS0 115200 linux\n' \
  > "$system/serial-getty@ttyS0.service.d/auto.conf"
for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
  fstrim.timer systemd-timesyncd.service getty@tty1.service; do
  ln -sf /dev/null "$system/$unit"
done
mke2fs -q -t ext4 -d "$root" -E root_owner=0:0 -O ^metadata_csum "$image/root.img" 1G

echo "== initramfs"
initrd=$work/initrd
mkdir -p "$initrd"/{bin,mod,proc,sys,dev,root}
cp /bin/busybox "$initrd/bin/busybox"
number=10
while read -r file; do
  cp "$file" "$initrd/mod/$number-${file##*/}"
  number=$((number + 1))
done < <(module_files "${boot_modules[@]}")
cat > "$initrd/init" << 'END'
#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc proc /proc; $b mount -t sysfs sys /sys; $b mount -t devtmpfs dev /dev
for m in /mod/*; do $b insmod $m; done
i=0; while [ ! -b /dev/vda ] && [ $i -lt 100 ]; do $b sleep 0.1; i=$((i+1)); done
$b mount -t ext4 -o rw,noatime /dev/vda /root || exec $b sh
$b umount /proc; $b umount /sys; $b mount --move /dev /root/dev
exec $b switch_root /root /sbin/init
END
chmod +x "$initrd/init"
(cd "$initrd" && find . | cpio -o -H newc --quiet | gzip -1) > "$image/initrd.gz"

# Whoever asked for the guest may boot it, also where sudo built it; older versions' guests are of no more use.
chmod -R a+rX "$image"
touch "$image/complete"
find "$cache" -mindepth 1 -maxdepth 1 -type d ! -path "$image" ! -path "$work" -exec rm -rf {} +
echo "$image" >&3
