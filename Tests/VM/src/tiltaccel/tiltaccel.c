// SPDX-License-Identifier: GPL-2.0
/*
 * An accelerometer that is nothing but this module: a chip with an interrupt, which no other part of the guest has.
 *
 *   insmod tiltaccel.ko [events=0] [fifo=SCANS]
 *
 * It is read value by value, or with fifo= through a buffer that the chip itself fills: one interrupt a watermark. Its
 * motion event compares what each axis feels from one sample to the next (roc). What a test sets and counts lies in
 * /sys/module/tiltaccel/parameters: tilt is "X Y Z" in milli-g, mute=1 keeps events back.
 */
#include <linux/hrtimer.h>
#include <linux/iio/buffer.h>
#include <linux/iio/events.h>
#include <linux/iio/iio.h>
#include <linux/iio/kfifo_buf.h>
#include <linux/iio/sysfs.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spinlock.h>

#define AXES 3
#define COUNTS_PER_G 1024

static bool events = true;
module_param(events, bool, 0444);
MODULE_PARM_DESC(events, "whether there is a motion event");
static unsigned int fifo;
module_param(fifo, uint, 0444);
MODULE_PARM_DESC(fifo, "scans that the chip's own queue holds; 0: no buffer");
static bool mute;
module_param(mute, bool, 0644);
MODULE_PARM_DESC(mute, "whether the motion event stays away");

static unsigned int reads, interrupts, told;
module_param(reads, uint, 0444);
MODULE_PARM_DESC(reads, "raw values read");
module_param(interrupts, uint, 0444);
MODULE_PARM_DESC(interrupts, "interrupts of the chip's queue");
module_param(told, uint, 0444);
MODULE_PARM_DESC(told, "motion events");

static DEFINE_SPINLOCK(lock);
static struct iio_dev *sensor;
static struct platform_device *platform;

/* All below is the lock's. */
static s16 now_felt[AXES] = { 0, -COUNTS_PER_G, 0 }, felt_before[AXES];
static s64 tilted_at;
static unsigned int armed, threshold[AXES] = { 1, 1, 1 };
static unsigned int frequency = 10, watermark = 1;
static s64 next_scan;
static bool is_measuring;
static struct hrtimer timer;

static s64 period(void) { return div_s64(NSEC_PER_SEC, frequency); }

/* The scans that the chip has made since the last interrupt or flush, `most` of them. */
static int push(unsigned int most)
{
	struct {
		s16 axes[AXES];
		s64 timestamp __aligned(8);
	} scan;
	s64 now = ktime_get_ns(), offset = iio_get_time_ns(sensor) - now;
	int count = 0;

	for (; count < most && next_scan <= now; count++, next_scan += period()) {
		memset(&scan, 0, sizeof(scan));
		memcpy(scan.axes, next_scan < tilted_at ? felt_before : now_felt, sizeof(scan.axes));
		iio_push_to_buffers_with_timestamp(sensor, &scan, next_scan + offset);
	}
	return count;
}

static enum hrtimer_restart ring(struct hrtimer *unused)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	/* Where a flush has taken scans away, the watermark is reached later. */
	if (next_scan + (watermark - 1) * period() <= ktime_get_ns()) {
		interrupts++;
		push(fifo);
	}
	hrtimer_set_expires(&timer, ns_to_ktime(next_scan + (watermark - 1) * period()));
	spin_unlock_irqrestore(&lock, flags);
	return is_measuring ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

static int start(struct iio_dev *unused)
{
	is_measuring = true;
	next_scan = ktime_get_ns() + period();
	hrtimer_start(&timer, ns_to_ktime(next_scan + (watermark - 1) * period()), HRTIMER_MODE_ABS);
	return 0;
}

static int stop(struct iio_dev *unused)
{
	is_measuring = false;
	hrtimer_cancel(&timer);
	return 0;
}

static const struct iio_buffer_setup_ops buffer_ops = { .postenable = start, .predisable = stop };

static int set_watermark(struct iio_dev *unused, unsigned int value)
{
	watermark = clamp(value, 1U, fifo);
	return 0;
}

static int flush(struct iio_dev *unused, unsigned int count)
{
	unsigned long flags;
	int pushed;

	spin_lock_irqsave(&lock, flags);
	pushed = push(count);
	spin_unlock_irqrestore(&lock, flags);
	return pushed;
}

static int read_raw(struct iio_dev *unused, struct iio_chan_spec const *channel, int *value, int *fraction, long mask)
{
	switch (mask) {
	case IIO_CHAN_INFO_RAW:
		if (is_measuring)
			return -EBUSY;
		reads++;
		*value = now_felt[channel->scan_index];
		return IIO_VAL_INT;
	case IIO_CHAN_INFO_SCALE:
		*value = 0;
		*fraction = 9806650 / COUNTS_PER_G;
		return IIO_VAL_INT_PLUS_MICRO;
	case IIO_CHAN_INFO_SAMP_FREQ:
		*value = frequency;
		return IIO_VAL_INT;
	}
	return -EINVAL;
}

static int write_raw(struct iio_dev *unused, struct iio_chan_spec const *channel, int value, int fraction, long mask)
{
	if (mask != IIO_CHAN_INFO_SAMP_FREQ || value < 1 || value > 100)
		return -EINVAL;
	/* As real chips have it: what measures for an event is not set otherwise meanwhile. */
	if (armed)
		return -EBUSY;
	frequency = value;
	return 0;
}

static int read_event_config(struct iio_dev *unused, const struct iio_chan_spec *channel, enum iio_event_type type,
			     enum iio_event_direction direction)
{
	return !!(armed & BIT(channel->scan_index));
}

static int write_event_config(struct iio_dev *unused, const struct iio_chan_spec *channel, enum iio_event_type type,
			      enum iio_event_direction direction, int state)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	if (state)
		armed |= BIT(channel->scan_index);
	else
		armed &= ~BIT(channel->scan_index);
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static int read_event_value(struct iio_dev *unused, const struct iio_chan_spec *channel, enum iio_event_type type,
			    enum iio_event_direction direction, enum iio_event_info info, int *value, int *fraction)
{
	*value = threshold[channel->scan_index];
	return IIO_VAL_INT;
}

static int write_event_value(struct iio_dev *unused, const struct iio_chan_spec *channel, enum iio_event_type type,
			     enum iio_event_direction direction, enum iio_event_info info, int value, int fraction)
{
	if (armed)
		return -EBUSY;
	if (value < 1 || value > 2 * COUNTS_PER_G)
		return -EINVAL;
	threshold[channel->scan_index] = value;
	return 0;
}

static const struct iio_info info = {
	.read_raw = read_raw,
	.write_raw = write_raw,
	.read_event_config = read_event_config,
	.write_event_config = write_event_config,
	.read_event_value = read_event_value,
	.write_event_value = write_event_value,
	.hwfifo_set_watermark = set_watermark,
	.hwfifo_flush_to_buffer = flush,
};

static ssize_t least_show(struct device *device, struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "1\n");
}

static ssize_t most_show(struct device *device, struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "%u\n", fifo);
}

static ssize_t watermark_show(struct device *device, struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "%u\n", watermark);
}

static IIO_DEVICE_ATTR(hwfifo_watermark_min, 0444, least_show, NULL, 0);
static IIO_DEVICE_ATTR(hwfifo_watermark_max, 0444, most_show, NULL, 0);
static IIO_DEVICE_ATTR(hwfifo_watermark, 0444, watermark_show, NULL, 0);
static const struct attribute *buffer_attributes[] = {
	&iio_dev_attr_hwfifo_watermark_min.dev_attr.attr,
	&iio_dev_attr_hwfifo_watermark_max.dev_attr.attr,
	&iio_dev_attr_hwfifo_watermark.dev_attr.attr,
	NULL,
};

static const struct iio_event_spec motion = {
	.type = IIO_EV_TYPE_ROC,
	.dir = IIO_EV_DIR_RISING,
	.mask_separate = BIT(IIO_EV_INFO_ENABLE) | BIT(IIO_EV_INFO_VALUE),
};

#define AXIS(index, letter) {							\
	.type = IIO_ACCEL,							\
	.modified = 1,								\
	.channel2 = IIO_MOD_##letter,						\
	.info_mask_separate = BIT(IIO_CHAN_INFO_RAW),				\
	.info_mask_shared_by_type = BIT(IIO_CHAN_INFO_SCALE) | BIT(IIO_CHAN_INFO_SAMP_FREQ), \
	.scan_index = index,							\
	.scan_type = { .sign = 's', .realbits = 16, .storagebits = 16, .endianness = IIO_CPU }, \
	.event_spec = &motion,							\
	.num_event_specs = 1,							\
}

static struct iio_chan_spec channels[] = {
	AXIS(0, X), AXIS(1, Y), AXIS(2, Z), IIO_CHAN_SOFT_TIMESTAMP(AXES),
};

static int tilt_set(const char *text, const struct kernel_param *unused)
{
	int milli[AXES], axis, difference;
	unsigned int moved = 0;
	unsigned long flags;

	if (sscanf(text, "%d %d %d", &milli[0], &milli[1], &milli[2]) != AXES)
		return -EINVAL;
	spin_lock_irqsave(&lock, flags);
	memcpy(felt_before, now_felt, sizeof(now_felt));
	for (axis = 0; axis < AXES; axis++) {
		now_felt[axis] = clamp(milli[axis], -16000, 16000) * COUNTS_PER_G / 1000;
		difference = abs(now_felt[axis] - felt_before[axis]);
		if ((armed & BIT(axis)) && difference > threshold[axis])
			moved |= BIT(axis);
	}
	tilted_at = ktime_get_ns();
	spin_unlock_irqrestore(&lock, flags);
	for (axis = 0; axis < AXES && sensor && !mute; axis++) {
		if (!(moved & BIT(axis)))
			continue;
		told++;
		iio_push_event(sensor, IIO_MOD_EVENT_CODE(IIO_ACCEL, 0, channels[axis].channel2, IIO_EV_TYPE_ROC,
							  IIO_EV_DIR_RISING), iio_get_time_ns(sensor));
	}
	return 0;
}

static const struct kernel_param_ops tilt_ops = { .set = tilt_set };
module_param_cb(tilt, &tilt_ops, NULL, 0200);
MODULE_PARM_DESC(tilt, "what the three axes feel, milli-g");

static int __init tiltaccel_init(void)
{
	struct device *device;
	int axis, result;

	platform = platform_device_register_simple("tiltaccel", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(platform))
		return PTR_ERR(platform);
	device = &platform->dev;
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	timer.function = ring;
	for (axis = 0; axis < AXES && !events; axis++)
		channels[axis].num_event_specs = 0;

	result = -ENOMEM;
	sensor = iio_device_alloc(device, 0);
	if (!sensor)
		goto unregister;
	sensor->name = "tiltaccel";
	sensor->info = &info;
	sensor->modes = INDIO_DIRECT_MODE;
	sensor->channels = channels;
	sensor->num_channels = ARRAY_SIZE(channels);
	if (fifo) {
		result = devm_iio_kfifo_buffer_setup_ext(device, sensor, &buffer_ops, buffer_attributes);
		if (result)
			goto free;
	}
	result = iio_device_register(sensor);
	if (!result)
		return 0;
free:
	iio_device_free(sensor);
	sensor = NULL;
unregister:
	platform_device_unregister(platform);
	return result;
}

static void __exit tiltaccel_exit(void)
{
	iio_device_unregister(sensor);
	iio_device_free(sensor);
	platform_device_unregister(platform);
}

module_init(tiltaccel_init);
module_exit(tiltaccel_exit);
MODULE_DESCRIPTION("An accelerometer for tests, with an interrupt");
MODULE_LICENSE("GPL");
