// SPDX-License-Identifier: GPL-2.0
/* Judges of what samples say. No system calls. */
#include <string.h>

#include "smp.h"

/* Samples for which the count does not account: those of a rounding, and a little. */
#define MANY_PERCENT	102

void sums_of(const struct mark *marks, unsigned int nr, bool (*in_load)(uint64_t ip),
	     struct sums *sums)
{
	unsigned int i, mode;

	memset(sums, 0, sizeof(*sums));
	for (i = 0; i < nr; i++) {
		if (marks[i].type == PERF_RECORD_LOST)
			sums->lost += marks[i].lost;
		if (marks[i].type != PERF_RECORD_SAMPLE)
			continue;
		sums->samples++;
		sums->periods += marks[i].period;
		mode = marks[i].misc & PERF_RECORD_MISC_CPUMODE_MASK;
		if (mode == PERF_RECORD_MISC_USER) {
			sums->user++;
			sums->in_load += in_load(marks[i].ip);
		}
		sums->kernel += mode == PERF_RECORD_MISC_KERNEL ||
				mode == PERF_RECORD_MISC_HYPERVISOR;
	}
}

void wrong_of(const struct mark *marks, unsigned int nr, const struct identity *right,
	      struct wrong *wrong)
{
	uint64_t last = 0;
	unsigned int i;

	memset(wrong, 0, sizeof(*wrong));
	for (i = 0; i < nr; i++) {
		if (marks[i].type != PERF_RECORD_SAMPLE)
			continue;
		wrong->cpu += marks[i].cpu != right->cpu;
		wrong->task += marks[i].pid != right->pid || marks[i].tid != right->tid;
		wrong->id += marks[i].id != right->id || marks[i].stream_id != right->id;
		wrong->period += marks[i].period != right->period;
		wrong->back += marks[i].time < last;
		last = marks[i].time;
	}
}

enum agree samples_agree(uint64_t periods, uint64_t period, uint64_t count,
			 unsigned int few_percent)
{
	if (periods > count / 100 * MANY_PERCENT + period)
		return TOO_MANY;
	if (periods + 2 * period < count / 100 * few_percent)
		return TOO_FEW;
	return AGREE;
}
