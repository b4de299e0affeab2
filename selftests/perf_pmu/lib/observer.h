/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_OBSERVER_H
#define PMU_OBSERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* A user who types notices this; a healthy machine stays far below. */
#define OBSERVER_LATE_NS	500000000

/* A thread on a CPU that wants to run once a period and measures how late it comes. */
struct observer {
	pthread_t thread;
	int cpu;
	uint64_t period_ns;
	bool urgent;		/* before all ordinary tasks (SCHED_FIFO); cleared where refused */
	bool stop;
	uint64_t worst_ns;	/* its worst delay */
	unsigned int late;	/* delays of OBSERVER_LATE_NS and more */
	unsigned int tickless;	/* most wake-ups in a row that saw the tick's clock stand still */
};

/* Start with cpu, period_ns and urgent set. 0, or -1 where there can be no such thread. */
int observer_start(struct observer *observer);
void observer_stop(struct observer *observer);

#endif
