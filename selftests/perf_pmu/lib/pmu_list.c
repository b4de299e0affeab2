// SPDX-License-Identifier: GPL-2.0
#include "events.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysctl.h"

/* The extended type's place in config: PERF_PMU_TYPE_SHIFT, since 5.13 */
#define TYPE_SHIFT	32

/* Registered by the kernel core itself; none has a driver. */
static const char *const not_drivers[] = {
	"software", "tracepoint", "breakpoint", "kprobe", "uprobe",
};

static bool has_file(const char *dir, const char *name)
{
	char path[PMU_DIR_LEN + 16];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

/*
 * As the perf tool tells it (is_pmu_core() in tools/perf/util/pmu.c): by name, or by the "cpus"
 * file that only core PMUs have (others: "cpumask"). Drivers that register as PERF_TYPE_RAW are
 * what PERF_TYPE_HARDWARE is tried on first (perf_init_event() in kernel/events/core.c).
 */
static bool is_core(const struct pmu *pmu)
{
	static const char *const names[] = { "cpu", "cpu_core", "cpu_atom", "cpum_cf", "cpum_sf" };
	size_t i;

	if (pmu->type == PERF_TYPE_RAW || has_file(pmu->dir, "cpus"))
		return true;
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(pmu->name, names[i]))
			return true;
	return false;
}

bool pmu_takes_extended(uint32_t type)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_HARDWARE };
	int fd;

	attr.config = (uint64_t)type << TYPE_SHIFT | PERF_COUNT_HW_CPU_CYCLES;
	attr.disabled = 1;
	/* Allowed also where perf_event_paranoid is 2. */
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	fd = event_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static bool is_driver(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(not_drivers) / sizeof(*not_drivers); i++)
		if (!strcmp(name, not_drivers[i]))
			return false;
	return name[0] != '.';
}

int pmu_find(const char *sysfs_root, const char *name, struct pmu *pmu)
{
	char path[PMU_DIR_LEN + 16];
	int len;

	memset(pmu, 0, sizeof(*pmu));
	if (!*name || name[0] == '.' || strchr(name, '/') || strlen(name) >= sizeof(pmu->name)) {
		errno = ENOENT;
		return -1;
	}
	memcpy(pmu->name, name, strlen(name));
	len = snprintf(pmu->dir, sizeof(pmu->dir), "%s/%s", sysfs_root, name);
	if (len < 0 || (size_t)len >= sizeof(pmu->dir)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	snprintf(path, sizeof(path), "%s/type", pmu->dir);
	if (read_uint(path, &pmu->type))
		return -1;
	pmu->core = is_core(pmu);
	/* A folder of a test's says nothing about this kernel. */
	if (pmu->core && !strcmp(sysfs_root, PMU_SYSFS))
		pmu->extended = pmu_takes_extended(pmu->type);
	return 0;
}

/* Byte order of names, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int pmu_list(const char *sysfs_root, struct pmu *pmus, int max)
{
	struct dirent **entries;
	int i, nr, found = 0;

	nr = scandir(sysfs_root, &entries, NULL, by_name);
	if (nr < 0)
		return -1;
	for (i = 0; i < nr; i++) {
		if (found < max && is_driver(entries[i]->d_name) &&
		    !pmu_find(sysfs_root, entries[i]->d_name, &pmus[found]))
			found++;
		free(entries[i]);
	}
	free(entries);
	return found;
}
