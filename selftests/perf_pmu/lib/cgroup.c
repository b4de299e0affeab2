// SPDX-License-Identifier: GPL-2.0
#include "cgroup.h"

#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool cgroup_root(const char *controller, char *root, size_t size)
{
	bool v2 = !strcmp(controller, CGROUP_V2), found = false;
	FILE *mounts = setmntent("/proc/mounts", "re");
	struct mntent *mount;

	while (mounts && !found && (mount = getmntent(mounts)))
		found = !strcmp(mount->mnt_type, v2 ? CGROUP_V2 : "cgroup") &&
			(v2 || hasmntopt(mount, controller)) &&
			(size_t)snprintf(root, size, "%s", mount->mnt_dir) < size;
	if (mounts)
		endmntent(mounts);
	return found;
}

static int open_file(const char *group, const char *file, int flags)
{
	char path[CGROUP_PATH + 64];

	snprintf(path, sizeof(path), "%s/%s", group, file);
	return open(path, flags | O_CLOEXEC);
}

int cgroup_write(const char *group, const char *file, const char *text)
{
	int ret, fd = open_file(group, file, O_WRONLY);

	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return ret;
}

int cgroup_read(const char *group, const char *file, char *text, size_t size)
{
	int len, fd = open_file(group, file, O_RDONLY);

	if (fd < 0)
		return -1;
	len = read(fd, text, size - 1);
	text[len > 0 ? len : 0] = 0;
	close(fd);
	return len;
}

int cgroup_move(const char *group, int pid)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", pid);
	return cgroup_write(group, "cgroup.procs", text);
}
