// SPDX-License-Identifier: GPL-2.0
/* Family THR: faults of a driver whose event the core throttles, and starts again at a tick. */
#include "counters.h"
#include "faults.h"

#include <linux/percpu.h>

/* The core's MAX_INTERRUPTS: the event is throttled. */
#define THROTTLED	(~0ULL)

/* In hw_perf_event.last_tag: stopped by the throttle, and not started since. */
#define PARKED		1

static DEFINE_PER_CPU(unsigned long, held_up);

static bool is_throttle(const struct perf_event *event, int flags)
{
	return event->hw.interrupts == THROTTLED && !(flags & PERF_EF_UPDATE);
}

/* From 6.16 on the core calls stop(), before it asks for it by what it returns. */
static void stop_never_throttled(struct perf_event *event, int flags)
{
	if (!is_throttle(event, flags))
		healthy_pmu.stop(event, flags);
}

static int overflow_unheard(struct perf_event *event, struct perf_sample_data *data,
			    struct pt_regs *regs)
{
	int ret = healthy_core.event_overflow(event, data, regs);

	return event->hw.interrupts == THROTTLED ? 0 : ret;
}

/* The core's count of the interrupts of a tick is the driver's, too: it can spoil it both ways. */
static int overflow_counted_twice(struct perf_event *event, struct perf_sample_data *data,
				  struct pt_regs *regs)
{
	event->hw.interrupts++;
	return healthy_core.event_overflow(event, data, regs);
}

static int overflow_uncounted(struct perf_event *event, struct perf_sample_data *data,
			      struct pt_regs *regs)
{
	event->hw.interrupts = 0;
	return healthy_core.event_overflow(event, data, regs);
}

static void stop_parking(struct perf_event *event, int flags)
{
	if (is_throttle(event, flags))
		event->hw.last_tag = PARKED;
	healthy_pmu.stop(event, flags);
}

static int add_unparked(struct perf_event *event, int flags)
{
	event->hw.last_tag = 0;
	return healthy_pmu.add(event, flags);
}

static void start_never_again(struct perf_event *event, int flags)
{
	if (event->hw.last_tag != PARKED)
		healthy_pmu.start(event, flags);
}

/* What was counted since the last sample but one is forgotten. */
static void start_losing_count(struct perf_event *event, int flags)
{
	if (event->hw.last_tag == PARKED)
		local64_sub(event->hw.last_period, &event->count);
	event->hw.last_tag = 0;
	healthy_pmu.start(event, flags);
}

/* The first period after the throttle is a quarter. */
static void start_short(struct perf_event *event, int flags)
{
	if (event->hw.last_tag == PARKED)
		local64_set(&event->hw.period_left, event->hw.last_period / 4);
	event->hw.last_tag = 0;
	healthy_pmu.start(event, flags);
}

/* One event's throttle stops all counters of its CPU. */
static void stop_all(struct perf_event *event, int flags)
{
	int nr;

	healthy_pmu.stop(event, flags);
	if (!is_throttle(event, flags))
		return;
	for (nr = 0; nr < REFPMU_COUNTERS; nr++) {
		if (!counter_runs(nr))
			continue;
		counter_stop(nr);
		__this_cpu_or(held_up, 1UL << nr);
	}
}

static void start_all(struct perf_event *event, int flags)
{
	int nr;

	healthy_pmu.start(event, flags);
	for (nr = 0; nr < REFPMU_COUNTERS; nr++)
		if (__this_cpu_read(held_up) & 1UL << nr)
			counter_start(nr);
	__this_cpu_write(held_up, 0);
}

static void del_held_up(struct perf_event *event, int flags)
{
	__this_cpu_and(held_up, ~(1UL << event->hw.idx));
	healthy_pmu.del(event, flags);
}

static void plant_throttle_ignored(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->stop = stop_never_throttled;
	core->event_overflow = overflow_unheard;
}

static void plant_throttle_early(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = overflow_counted_twice;
}

static void plant_throttle_never(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = overflow_uncounted;
}

static void plant_throttle_for_good(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->stop = stop_parking;
	pmu->start = start_never_again;
	pmu->add = add_unparked;
}

static void plant_restart_loses_count(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->stop = stop_parking;
	pmu->start = start_losing_count;
	pmu->add = add_unparked;
}

static void plant_restart_short(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->stop = stop_parking;
	pmu->start = start_short;
	pmu->add = add_unparked;
}

static void plant_throttle_all(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->stop = stop_all;
	pmu->start = start_all;
	pmu->del = del_held_up;
}

const struct fault throttle_faults[] = {
	{ "throttle-ignored", plant_throttle_ignored },
	{ "throttle-early", plant_throttle_early },
	{ "throttle-never", plant_throttle_never },
	{ "throttle-for-good", plant_throttle_for_good },
	{ "throttle-all", plant_throttle_all },
	{ "restart-loses-count", plant_restart_loses_count },
	{ "restart-short", plant_restart_short },
	{ }
};
