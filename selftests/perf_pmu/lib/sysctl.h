/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_SYSCTL_H
#define PMU_SYSCTL_H

#include "budget.h"

#define SYSCTL_RATE	"/proc/sys/kernel/perf_event_max_sample_rate"
#define SYSCTL_PERCENT	"/proc/sys/kernel/perf_cpu_time_max_percent"

/*
 * Each returns 0, or -1 with errno. All are async-signal-safe: a dying process restores with them.
 */
int limits_read(struct limits *limits);

/*
 * Write both. The rate can only be written while percent is neither 0 nor 100 (EINVAL otherwise),
 * and a rate that feedback has lowered comes back by no other way, so: a working percent, the
 * rate, then percent as asked.
 */
int limits_write(const struct limits *limits);

int rate_read(unsigned int *rate);
int rate_write(unsigned int rate);
int percent_write(unsigned int percent);

/* An unsigned decimal from and to a small file such as a sysctl. */
int read_uint(const char *path, unsigned int *value);
int write_uint(const char *path, unsigned int value);

#endif
