// chiptilt BUS X Y Z: turns the make-believe KXCJK-1013 at address 0x0f, all axes at once as seen by who polls it, and
// prints the wall clock's time at which it was done. Milli-g, 512 counts a g, 12 bits left-justified in a word.
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

int main(int count, char **words) {
  char path[32];
  struct timespec now;
  if (count != 5) return 2;
  snprintf(path, sizeof path, "/dev/i2c-%d", atoi(words[1]));
  int bus = open(path, O_RDWR);
  // The driver has the address; a test may share it.
  if (bus < 0 || ioctl(bus, I2C_SLAVE_FORCE, 0x0f) < 0) return perror(path), 1;
  for (int axis = 0; axis < 3; axis++) {
    union i2c_smbus_data data = {.word = (unsigned short)((atoi(words[2 + axis]) * 512 / 1000) * 16)};
    struct i2c_smbus_ioctl_data write = {I2C_SMBUS_WRITE, 6 + 2 * axis, I2C_SMBUS_WORD_DATA, &data};
    if (ioctl(bus, I2C_SMBUS, &write) < 0) return perror("write"), 1;
  }
  clock_gettime(CLOCK_REALTIME, &now);
  printf("%lld.%06ld\n", (long long)now.tv_sec, now.tv_nsec / 1000);
  return 0;
}
