/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_EVENTS_H
#define PMU_EVENTS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PMU_NAME_LEN	64
#define PMU_ERR_LEN	256
#define PMU_DIR_LEN	256

/* Where the kernel lists its PMUs; tests point this at a folder of theirs. */
#define PMU_SYSFS	"/sys/bus/event_source/devices"

struct pmu {
	char name[PMU_NAME_LEN];	/* sysfs folder name */
	uint32_t type;			/* perf_event_attr.type */
	char dir[PMU_DIR_LEN];		/* its folder */
	bool core;			/* reached by PERF_TYPE_HARDWARE events */
	bool extended;			/* type goes into config's upper half for those */
};

/*
 * List the machine's PMUs in name order: every folder of sysfs_root with a readable "type", the
 * kernel's own software, tracepoint, breakpoint, kprobe and uprobe PMUs left out. Returns the
 * number found (at most max) or -1 with errno.
 */
int pmu_list(const char *sysfs_root, struct pmu *pmus, int max);

/* The PMU of that name. Returns 0, or -1 with errno (ENOENT: there is none). */
int pmu_find(const char *sysfs_root, const char *name, struct pmu *pmu);

/*
 * Whether this kernel takes a PMU's type in the upper half of the config of PERF_TYPE_HARDWARE and
 * _HW_CACHE events. No file tells (PERF_PMU_CAP_EXTENDED_HW_TYPE), so this opens one such event
 * and closes it. False also where that is not permitted.
 */
bool pmu_takes_extended(uint32_t type);

/*
 * Fill attr (size, type, config* and what the text itself asks for; the rest is 0 and the
 * caller's) from an event written as
 *   cycles, task-clock, LLC-load-misses
 *		a generic event, of this PMU (extended type on hybrid machines); software ones need
 *		no PMU
 *   r1a		raw config in hex
 *   cpu/instructions,profileme,umask=0x11/
 *		terms of the named PMU: those in its sysfs format/ and events/, config=, config1= to
 *		config4=, period=, freq=, r1a, and one generic event
 *   anything else
 *		a name in the PMU's events/, then a libpfm4 name, where built with it
 * each but the last with modifiers behind a colon (or the last slash): u k h (exclude the other
 * levels), G H (exclude host or guest), p pp ppp (precise_ip). pmu may be NULL for an event that
 * names its own.
 * Returns 0, or -1 with a one-line reason in err.
 */
int event_parse(const char *sysfs_root, const struct pmu *pmu, const char *text,
		struct perf_event_attr *attr, char err[PMU_ERR_LEN]);

/* perf_event_open(2). */
int event_open(struct perf_event_attr *attr, int pid, int cpu, int group_fd, unsigned long flags);

#endif
