// SPDX-License-Identifier: GPL-2.0
#include "observer.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "load.h"
#include "topology.h"

#define PERIOD_NS	10000000

static struct {
	pthread_t thread;
	int cpu;
	bool stop;
	uint64_t worst_ns;
} observer;

static void *observe(void *unused)
{
	const struct timespec period = { .tv_nsec = PERIOD_NS };
	uint64_t start, late;

	topology_pin(observer.cpu);
	while (!__atomic_load_n(&observer.stop, __ATOMIC_ACQUIRE)) {
		start = now_ns();
		if (nanosleep(&period, NULL))
			continue;
		late = now_ns() - start - PERIOD_NS;
		if (late > observer.worst_ns)
			observer.worst_ns = late;
	}
	return unused;
}

int observer_start(int tested_cpu)
{
	observer.cpu = topology_observer(tested_cpu);
	if (observer.cpu < 0)
		return -1;
	observer.stop = false;
	observer.worst_ns = 0;
	return pthread_create(&observer.thread, NULL, observe, NULL) ? -1 : 0;
}

uint64_t observer_stop(void)
{
	__atomic_store_n(&observer.stop, true, __ATOMIC_RELEASE);
	pthread_join(observer.thread, NULL);
	return observer.worst_ns;
}
