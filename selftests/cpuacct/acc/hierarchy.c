// SPDX-License-Identifier: GPL-2.0
/* The hierarchies that account for CPU time, and groups in them. */
#include "acc.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/guard.h"

#define DEEPEST		"perf_pmu.deep/2/3/4/5/6/7/8"

const char *const depth_names[DEPTHS] = { "root", "depth 1", "depth 4", "depth 8" };

static bool is_known(const struct hierarchy *found, int nr, const char *root)
{
	while (nr--)
		if (!strcmp(found[nr].root, root))
			return true;
	return false;
}

int hierarchies_find(struct hierarchy *found)
{
	static const char *const controllers[] = { "cpuacct", "cpu", "cgroup2" };
	struct mntent *mount;
	int i, nr = 0;
	FILE *mounts;

	for (i = 0; i < HIERARCHIES; i++) {
		bool v2 = !strcmp(controllers[i], "cgroup2");

		mounts = setmntent("/proc/mounts", "re");
		while (mounts && (mount = getmntent(mounts))) {
			if (strcmp(mount->mnt_type, v2 ? "cgroup2" : "cgroup") ||
			    (!v2 && !hasmntopt(mount, controllers[i])) ||
			    strlen(mount->mnt_dir) >= sizeof(found[nr].root) ||
			    is_known(found, nr, mount->mnt_dir))
				continue;
			found[nr].name = controllers[i];
			found[nr].v2 = v2;
			strcpy(found[nr++].root, mount->mnt_dir);
			break;
		}
		if (mounts)
			endmntent(mounts);
	}
	return nr;
}

static int write_file(const char *group, const char *file, const char *text)
{
	char path[ACC_PATH + 32];
	int fd, ret;

	snprintf(path, sizeof(path), "%s/%s", group, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return ret;
}

int groups_read(const struct groups *groups, enum depth depth, const char *file, char *text,
		int size)
{
	char path[ACC_PATH + 32];
	int fd, len;

	snprintf(path, sizeof(path), "%s/%s", groups->path[depth], file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	len = read(fd, text, size - 1);
	text[len > 0 ? len : 0] = 0;
	close(fd);
	return len;
}

/*
 * Version 2: with the cpu controller where our parent hands it down. A group that hands it on can
 * have no process itself (Documentation/admin-guide/cgroup-v2.rst, No Internal Process Constraint).
 */
static int make(const struct hierarchy *hierarchy, const char *parent, const char *path)
{
	if (hierarchy->v2 && parent)
		write_file(parent, "cgroup.subtree_control", "+cpu");
	return mkdir(path, 0755);
}

/* The groups of a branch, each in the one before it. */
static const char *const deep[] = {
	"perf_pmu.deep", "perf_pmu.deep/2", "perf_pmu.deep/2/3", "perf_pmu.deep/2/3/leaf",
	"perf_pmu.deep/2/3/4", "perf_pmu.deep/2/3/4/5", "perf_pmu.deep/2/3/4/5/6",
	"perf_pmu.deep/2/3/4/5/6/7", DEEPEST,
};

void groups_name(const struct hierarchy *hierarchy, struct groups *groups)
{
	static const char *const names[DEPTHS] = {
		[DEPTH_ROOT] = "", [DEPTH_1] = "/perf_pmu",
		[DEPTH_4] = "/perf_pmu.deep/2/3/leaf", [DEPTH_8] = "/" DEEPEST,
	};
	enum depth depth;

	groups->hierarchy = hierarchy;
	for (depth = DEPTH_ROOT; depth < DEPTHS; depth++)
		snprintf(groups->path[depth], ACC_PATH, "%s%s", hierarchy->root, names[depth]);
}

static int make_all(const struct groups *groups)
{
	const struct hierarchy *hierarchy = groups->hierarchy;
	char path[ACC_PATH], parent[ACC_PATH];
	size_t i;

	if (guard_cgroup(groups->path[DEPTH_1]) ||
	    make(hierarchy, NULL, groups->path[DEPTH_1]))
		return -1;
	for (i = 0; i < sizeof(deep) / sizeof(*deep); i++) {
		snprintf(path, sizeof(path), "%s/%s", hierarchy->root, deep[i]);
		snprintf(parent, sizeof(parent), "%s", path);
		*strrchr(parent, '/') = 0;
		if ((!i && guard_cgroup(path)) || make(hierarchy, i ? parent : NULL, path))
			return -1;
	}
	return 0;
}

int groups_enter(const struct groups *groups, enum depth depth)
{
	return write_file(groups->path[depth], "cgroup.procs", "0");
}

struct outcome groups_make(struct groups *groups)
{
	enum depth depth = DEPTHS;

	if (make_all(groups))
		return skip(SKIP_NO_ACCOUNTING, "no group in %s: %s", groups->hierarchy->root,
			    strerror(errno));
	while (depth-- > DEPTH_ROOT)
		if (groups_enter(groups, depth))
			return skip(SKIP_NO_ACCOUNTING, "%s: no task can be moved into it: %s",
				    groups->path[depth], strerror(errno));
	return pass();
}

int groups_remove(const struct groups *groups)
{
	groups_enter(groups, DEPTH_ROOT);
	return guard_undo();
}
