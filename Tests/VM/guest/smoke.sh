# Is the rig itself as real as it claims: both sensors, buffer and sysfs, and the one-reader rule?
. ./lib.sh
systemctl --runtime mask iio-sensor-proxy 2> /dev/null # else udev starts it with the sensor

raw() { echo "$(cat "$iio/in_accel_x_raw") $(cat "$iio/in_accel_y_raw") $(cat "$iio/in_accel_z_raw")"; }

start_hid || exit 1
hid g 100 -200 975
ok "HID sensor: values through sysfs" '[ "$(raw)" = "100 -200 975" ]'
ok "HID sensor: trigger is current" '[ "$(cat $iio/trigger/current_trigger)" = accel_3d-dev0 ]'
timeout 20 iio_readdev -t accel_3d-dev0 -b 4 -s 8 accel_3d > /tmp/samples 2> /tmp/readdev.log
ok "HID sensor: 8 samples of 24 bytes through the buffer" '[ "$(stat -c %s /tmp/samples)" = 192 ]'
timeout 20 iio_readdev -t accel_3d-dev0 -b 4 accel_3d > /dev/null 2>&1 &
reader=$!
wait_for 10 '[ "$(cat $iio/buffer/enable)" = 1 ]'
ok "HID sensor: a second reader is refused" '! head -c 1 "/dev/${iio##*/}" > /dev/null 2> /tmp/busy; grep -q busy /tmp/busy'
kill $reader
wait $reader
stop_hid
ok "HID sensor: gone when unplugged" 'wait_for 10 "[ ! -e $iio ]"'

start_i2c || exit 1
set_i2c 250 -500 875
ok "I2C chip: values through sysfs" '[ "$(raw)" = "128 -256 448" ]'
ok "I2C chip: no trigger" '[ -z "$(cat $iio/trigger/current_trigger)" ]'
stop_i2c
finish
