/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_EVENT_TERMS_H
#define PMU_EVENT_TERMS_H

#include <stddef.h>

#include "event_names.h"
#include "events.h"

/*
 * What stands between two slashes: "instructions,profileme,period=0x11". Returns 0, or -1 with a
 * reason in err.
 */
int event_terms(const struct pmu *pmu, const char *text, size_t len, struct perf_event_attr *attr,
		char err[PMU_ERR_LEN]);

/*
 * The event of that name in the PMU's events/. 1, 0 if there is none of that name, -1 with a
 * reason in err.
 */
int event_alias(const struct pmu *pmu, const char *name, struct perf_event_attr *attr,
		char err[PMU_ERR_LEN]);

/*
 * Type and config of a generic event on pmu, or on whichever PMU the kernel chooses if NULL. 0, or
 * -1 with a reason.
 */
int event_generic(const struct pmu *pmu, const struct generic_event *event,
		  struct perf_event_attr *attr, char err[PMU_ERR_LEN]);

/* "1a" of r1a: only hex digits, at most 64 bits. */
bool event_raw(const char *hex, size_t len, __u64 *config);

/* printf into err; always returns -1. */
__attribute__((format(printf, 2, 3)))
int event_error(char err[PMU_ERR_LEN], const char *fmt, ...);

#endif
