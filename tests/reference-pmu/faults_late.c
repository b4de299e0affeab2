// SPDX-License-Identifier: GPL-2.0
/* An interrupt that is on its way when its event is taken off the counter, and comes later. */
#include "faults.h"
#include "timer.h"

#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <asm/irq_regs.h>

/* Long enough for PERF_EVENT_IOC_DISABLE to have returned. */
#define LATE_NS		NSEC_PER_MSEC

struct late {
	struct hrtimer timer;
	struct perf_event *event;
};

static DEFINE_PER_CPU(struct late, late);

static enum hrtimer_restart deliver_late(struct hrtimer *timer)
{
	struct late *l = container_of(timer, struct late, timer);
	struct perf_event *event = READ_ONCE(l->event);
	struct perf_sample_data data;

	if (event) {
		perf_sample_data_init(&data, 0, event->hw.last_period);
		healthy_core.event_overflow(event, &data, get_irq_regs());
	}
	return HRTIMER_NORESTART;
}

static void del_late(struct perf_event *event, int flags)
{
	struct late *l = this_cpu_ptr(&late);

	healthy_pmu.del(event, flags);
	if (!is_sampling_event(event))
		return;
	WRITE_ONCE(l->event, event);
	hrtimer_start(&l->timer, ktime_add_ns(ktime_get(), LATE_NS), HRTIMER_MODE_ABS_PINNED_HARD);
}

/* Only so late: an event that is gone would take the kernel down. */
static void forget(struct perf_event *event)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct late *l = per_cpu_ptr(&late, cpu);

		if (cmpxchg(&l->event, event, NULL) == event)
			hrtimer_cancel(&l->timer);
	}
}

static int init_late(struct perf_event *event)
{
	event->destroy = forget;
	return healthy_pmu.event_init(event);
}

static void plant_sample_after_disable(struct pmu *pmu, struct refpmu_core *core)
{
	int cpu;

	for_each_possible_cpu(cpu)
		timer_setup_hard(&per_cpu_ptr(&late, cpu)->timer, deliver_late);
	pmu->event_init = init_late;
	pmu->del = del_late;
}

const struct fault late_faults[] = {
	{ "sample-after-disable", plant_sample_after_disable },
	{ }
};
