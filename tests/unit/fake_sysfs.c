// SPDX-License-Identifier: GPL-2.0
#include "fake_sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of sysfs, as far as events are concerned. */
static const char *const tree[][2] = {
	/* x86: everything in config, events with several terms */
	{ "cpu/type", "4\n" },
	{ "cpu/format/event", "config:0-7,32-35\n" },
	{ "cpu/format/umask", "config:8-15\n" },
	{ "cpu/format/edge", "config:18\n" },
	{ "cpu/format/any", "config:21\n" },
	{ "cpu/format/offcore_rsp", "config1:0-63\n" },
	{ "cpu/format/ldlat", "config1:0-15\n" },
	{ "cpu/format/wide", "config2:4-7,0-3\n" },
	{ "cpu/format/third", "config3:0-7\n" },
	{ "cpu/format/broken", "config:70\n" },
	{ "cpu/events/cpu-cycles", "event=0x3c\n" },
	{ "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n" },
	{ "cpu/events/mem-loads.scale", "2.5\n" },
	{ "cpu/events/mem-loads.unit", "ns\n" },
	{ "cpu/events/mem-loads.snapshot", "1\n" },
	{ "cpu/events/odd", "event=0x1,nonsense=2\n" },
	{ "cpu/events/asks", "event=?,umask=0x1\n" },
	{ "cpu/events/edge", "event=0x99\n" },
	/* Alpha with ProfileMe: events/ has instructions */
	{ "alias/type", "9\n" },
	{ "alias/cpus", "0-2\n" },
	{ "alias/format/event", "config:0-7\n" },
	{ "alias/format/profileme", "config:8\n" },
	{ "alias/format/randomize", "config:9\n" },
	{ "alias/events/instructions", "event=0x1\n" },
	/* the same without events/, the modes in config1 */
	{ "bare/type", "11\n" },
	{ "bare/cpus", "0-2\n" },
	{ "bare/format/profileme", "config1:0\n" },
	{ "bare/format/randomize", "config1:1\n" },
	{ "bare/format/inconfig", "config:8\n" },
	{ "bare/format/upper", "config:40\n" },
	/* no core PMU */
	{ "uncore_imc_0/type", "23\n" },
	{ "uncore_imc_0/cpumask", "0\n" },
	{ "uncore_imc_0/format/event", "config:0-7\n" },
	{ "uncore_imc_0/events/cycles", "event=0x7\n" },
	/* left out, and no PMU at all */
	{ "software/type", "1\n" },
	{ "tracepoint/type", "2\n" },
	{ "breakpoint/type", "5\n" },
	{ "kprobe/type", "8\n" },
	{ "uprobe/type", "9\n" },
	{ "msr/type", "10\n" },
	{ "untyped/format/event", "config:0-7\n" },
	{ "mistyped/type", "none\n" },
};

char root[] = "/tmp/test_events.XXXXXX";

static void make_file(const char *name, const char *text)
{
	char path[512];
	char *slash;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = 0;
		if (mkdir(path, 0700) && errno != EEXIST)
			abort();
	}
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		abort();
	close(fd);
}

void fake_sysfs_remove(void)
{
	char path[512], *slash;
	size_t i;

	for (i = 0; i < sizeof(tree) / sizeof(*tree); i++) {
		snprintf(path, sizeof(path), "%s/%s", root, tree[i][0]);
		unlink(path);
	}
	for (i = 0; i < sizeof(tree) / sizeof(*tree); i++) {
		snprintf(path, sizeof(path), "%s/%s", root, tree[i][0]);
		while ((slash = strrchr(path, '/')) && strlen(path) > strlen(root)) {
			*slash = 0;
			rmdir(path);
		}
	}
}

int fake_sysfs_make(void)
{
	size_t i;

	if (!mkdtemp(root))
		return -1;
	for (i = 0; i < sizeof(tree) / sizeof(*tree); i++)
		make_file(tree[i][0], tree[i][1]);
	return 0;
}
