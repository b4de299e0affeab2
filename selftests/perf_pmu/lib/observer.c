// SPDX-License-Identifier: GPL-2.0
#include "observer.h"

#include <sched.h>
#include <time.h>

#include "load.h"
#include "topology.h"

/* The clock that only ticks move (ktime_get_coarse_ts64()), in ns. */
static uint64_t tick_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void look(struct observer *observer, uint64_t late_ns, uint64_t *tick_ns,
		 unsigned int *tickless)
{
	uint64_t now = tick_clock_ns();

	if (late_ns > observer->worst_ns)
		observer->worst_ns = late_ns;
	observer->late += late_ns >= OBSERVER_LATE_NS;
	*tickless = now == *tick_ns ? *tickless + 1 : 0;
	*tick_ns = now;
	if (*tickless > observer->tickless)
		observer->tickless = *tickless;
}

static void *observe(void *arg)
{
	struct observer *observer = arg;
	const struct timespec period = { .tv_nsec = observer->period_ns };
	const struct sched_param first = { .sched_priority = sched_get_priority_max(SCHED_FIFO) };
	uint64_t start, tick_ns = 0;
	unsigned int tickless = 0;

	topology_pin(observer->cpu);
	/* Of this thread alone: the system call takes it for a process of its own. */
	if (observer->urgent && sched_setscheduler(0, SCHED_FIFO, &first))
		observer->urgent = false;
	while (!__atomic_load_n(&observer->stop, __ATOMIC_ACQUIRE)) {
		start = now_ns();
		if (!nanosleep(&period, NULL))
			look(observer, now_ns() - start - observer->period_ns, &tick_ns,
			     &tickless);
	}
	return NULL;
}

int observer_start(struct observer *observer)
{
	observer->stop = false;
	observer->worst_ns = 0;
	observer->late = 0;
	observer->tickless = 0;
	return pthread_create(&observer->thread, NULL, observe, observer) ? -1 : 0;
}

void observer_stop(struct observer *observer)
{
	__atomic_store_n(&observer->stop, true, __ATOMIC_RELEASE);
	pthread_join(observer->thread, NULL);
}
