/* stamp - copies lines and puts CLOCK_REALTIME seconds before each, as hidaccel does before its own. */
#include <stdio.h>
#include <time.h>

int main(void)
{
	char line[65536];

	while (fgets(line, sizeof line, stdin)) {
		struct timespec t;

		clock_gettime(CLOCK_REALTIME, &t);
		printf("%lld.%06ld %s", (long long)t.tv_sec, t.tv_nsec / 1000, line);
		fflush(stdout);
	}
	return 0;
}
