/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_READING_H
#define PMU_READING_H

#include <linux/perf_event.h>
#include <stdint.h>

/* The read_format with which an event gives it: read(2), and PERF_SAMPLE_READ in its samples. */
#define READING_FORMAT	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* An event's count, and the times in ns that it was to count and did. */
struct reading {
	uint64_t count, enabled, running;
};

/* Read it from the event. 0, or -1 with errno. */
int reading_of(int fd, struct reading *reading);

/* What came to it since. */
struct reading reading_since(const struct reading *before, const struct reading *now);

#endif
