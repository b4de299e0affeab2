/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_EVENT_NAMES_H
#define PMU_EVENT_NAMES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>

/* What the kernel itself names: no PMU and no sysfs needed to encode it. */
struct generic_event {
	__u32 type;	/* PERF_TYPE_HARDWARE, PERF_TYPE_SOFTWARE or PERF_TYPE_HW_CACHE */
	__u64 config;
};

/*
 * Look up the first len characters of name: a hardware or software event under any name of perf
 * list, or a cache event such as L1-dcache-load-misses. False if it is none.
 */
bool generic_event_find(const char *name, size_t len, struct generic_event *event);

#endif
