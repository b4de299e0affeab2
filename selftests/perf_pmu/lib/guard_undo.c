// SPDX-License-Identifier: GPL-2.0
#include "guard_undo.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "sysctl.h"

/* The tasks of a cgroup are killed with the worker: they are gone soon. */
#define CGROUP_TRIES	100
#define CGROUP_WAIT_US	10000

/* A group that never was made is as good as one that is gone. */
static int remove_cgroup(const char *path)
{
	int tries = CGROUP_TRIES;
	char inner[CGROUP_LEN + 64];
	struct dirent *entry;
	DIR *dir = *path ? opendir(path) : NULL;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
			continue;
		if (snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name) <
		    (int)sizeof(inner))
			remove_cgroup(inner);
	}
	if (dir)
		closedir(dir);
	while (*path && rmdir(path) && errno != ENOENT) {
		if (errno != EBUSY || !tries--)
			return -1;
		usleep(CGROUP_WAIT_US);
	}
	return 0;
}

static int put_online(int cpu)
{
	char path[64];
	unsigned int online;

	if (cpu < 0)
		return 0;
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	if (read_uint(path, &online))
		return -1;
	return online ? 0 : write_uint(path, 1);
}

int guard_undo_pending(const struct pending *pending)
{
	int ret = put_online(pending->cpu);
	int i;

	for (i = 0; i < CGROUPS; i++)
		if (remove_cgroup(pending->cgroup[i]))
			ret = -1;
	return ret;
}
