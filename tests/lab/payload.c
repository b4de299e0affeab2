// SPDX-License-Identifier: GPL-2.0
/* What guests may do to the lab, one behaviour per name that the program is installed under. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void head(int plan)
{
	printf("TAP version 13\n1..%d\n", plan);
}

static void say(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (write(fd, text, strlen(text)) < 0)
		perror(path);
	close(fd);
}

static int good(void)
{
	head(3);
	printf("# DUR-1.cpu rate_before: 100000\n# DUR-1.cpu rate_after: 2250\n");
	printf("ok 1 DUR-1.cpu\nok 2 DUR-2.cpu # SKIP not root\nok 3 DUR-3.cpu # XFAIL known\n");
	return 0;
}

static int bad(void)
{
	head(2);
	printf("# DUR-1.cpu reason: the rate did not fall\nnot ok 1 DUR-1.cpu\n");
	printf("# DUR-2.cpu xpass: fixed\nok 2 DUR-2.cpu\n");
	return 1;
}

/* The kernel shouts while results are written. */
static int flood(void)
{
	int i;

	head(200);
	for (i = 1; i <= 200; i++) {
		say("/dev/kmsg", "<2>a line of the kernel in between, and not a short one\n");
		printf("ok %d DUR-%d.cpu\n", i, i);
	}
	return 0;
}

/* An unfinished line, then nothing more. */
static int hang(void)
{
	head(3);
	printf("ok 1 DUR-1.cpu\nok 2 DUR");
	fflush(stdout);
	while (pause())
		;
	return 0;
}

static int die_by_panic(void)
{
	head(3);
	printf("ok 1 DUR-1.cpu\n");
	fflush(stdout);
	say("/proc/sysrq-trigger", "c");
	return 0;
}

static int die_silently(void)
{
	head(3);
	printf("ok 1 DUR-1.cpu\n");
	fflush(stdout);
	sleep(1);
	reboot(RB_POWER_OFF);
	return 0;
}

static int garbage(void)
{
	int i;

	for (i = 0; i < 3000; i++)
		putchar(i * 7 % 256);
	printf("\nok\nnot ok\nok 99999999999999999999 x\n");
	abort();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} all[] = {
		{ "good", good }, { "bad", bad }, { "flood", flood }, { "hang", hang },
		{ "late", hang }, { "panic", die_by_panic }, { "silent", die_silently },
		{ "garbage", garbage },
	};
	const char *name = argc ? strrchr(argv[0], '/') : NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (name && !strcmp(name + 1, all[i].name))
			return all[i].run();
	return 127;
}
