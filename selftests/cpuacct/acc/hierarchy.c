// SPDX-License-Identifier: GPL-2.0
/* The hierarchies that account for CPU time, and groups in them. */
#include "acc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/cgroup.h"
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
	static const char *const controllers[] = { "cpuacct", "cpu", CGROUP_V2 };
	int i, nr = 0;

	for (i = 0; i < HIERARCHIES; i++) {
		struct hierarchy *here = &found[nr];

		if (!cgroup_root(controllers[i], here->root, sizeof(here->root)) ||
		    is_known(found, nr, here->root))
			continue;
		here->name = controllers[i];
		here->v2 = !strcmp(controllers[i], CGROUP_V2);
		nr++;
	}
	return nr;
}

/*
 * Version 2: with the cpu controller where our parent hands it down. A group that hands it on can
 * have no process itself (Documentation/admin-guide/cgroup-v2.rst, No Internal Process Constraint).
 */
static int make(const struct hierarchy *hierarchy, const char *parent, const char *path)
{
	if (hierarchy->v2 && parent)
		cgroup_write(parent, "cgroup.subtree_control", "+cpu");
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
		snprintf(groups->path[depth], CGROUP_PATH, "%s%s", hierarchy->root, names[depth]);
}

static int make_all(const struct groups *groups)
{
	const struct hierarchy *hierarchy = groups->hierarchy;
	char path[CGROUP_PATH], parent[CGROUP_PATH];
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
	return cgroup_move(groups->path[depth], 0);
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
