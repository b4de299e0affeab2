// SPDX-License-Identifier: GPL-2.0
/*
 * refpmu - the reference PMU driver: a model of what the perf core expects of a driver whose
 * events are sampled. It drives the counters of counters.h, which every machine has, and keeps the
 * whole contract (docs/contract.md); the numbers of its requirements stand where it is kept. The
 * faults that tests plant are in files of their own and replace callbacks from outside: nothing
 * here knows of them.
 *
 * One event, "ns": the nanoseconds for which the event was counted. The counters stand still while
 * an interrupt is handled, so a count is the periods of its samples and the part of one, exactly.
 * They cannot tell modes apart, so what asks to exclude one is refused.
 *
 * perf calls add, del, start, stop, read, pmu_enable and pmu_disable with interrupts off on the CPU
 * that they are about, and this PMU's interrupt is maskable: so nothing here needs a lock. A PMU
 * whose interrupt is an NMI would have to update counts by cmpxchg (x86_perf_event_update()).
 */
#include "counters.h"
#include "faults.h"
#include "refpmu.h"

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>

/* Flag in hw_perf_event.flags: the counter has reached 0, and the interrupt has not come yet. */
#define REFPMU_DUE	1

struct refpmu_cpu {
	struct perf_event *events[REFPMU_COUNTERS];	/* that hold a counter */
};

static DEFINE_PER_CPU(struct refpmu_cpu, refpmu_cpu);

static struct refpmu_core core;

/*
 * Take over what the counter has done since it was programmed. The count and the rest of the
 * period move together: that is what makes count = samples * period (SMP-1).
 */
static void refpmu_update(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	u64 left = counter_read(hwc->idx);
	u64 done = local64_read(&hwc->prev_count) - left;

	local64_set(&hwc->prev_count, left);
	local64_add(done, &event->count);
	local64_sub(done, &hwc->period_left);
}

/*
 * A new period, or the next part of one that is wider than the counter (SMP-8). A frequency's
 * period is the core's choice and may be below what we take.
 */
static void refpmu_program(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	u32 value;

	if (local64_read(&hwc->period_left) <= 0 && !(hwc->flags & REFPMU_DUE)) {
		hwc->last_period = max_t(u64, hwc->sample_period, REFPMU_MIN_PERIOD);
		local64_set(&hwc->period_left, hwc->last_period);
	}
	value = min_t(u64, local64_read(&hwc->period_left), REFPMU_COUNTER_MAX);
	local64_set(&hwc->prev_count, value);
	counter_write(hwc->idx, value);
}

/*
 * Start where stop() has left off. The counter is always programmed anew, since it may have been
 * another event's meanwhile, so PERF_EF_RELOAD has nothing to tell. The core calls this also to
 * unthrottle (THR-3) and after it has chosen another period (SMP-4, SMP-8).
 */
static void refpmu_start(struct perf_event *event, int flags)
{
	struct hw_perf_event *hwc = &event->hw;

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	hwc->state = 0;
	refpmu_program(event);
	counter_start(hwc->idx);
}

/*
 * May be called for an event that is stopped already: the core throttles (since 6.16), and so does
 * whoever sees the throttle first. What has overflowed by now but not been delivered is kept, for
 * the next start: it is late then, but not lost (SMP-1).
 */
static void refpmu_stop(struct perf_event *event, int flags)
{
	struct hw_perf_event *hwc = &event->hw;

	if (hwc->state & PERF_HES_STOPPED)
		return;
	counter_stop(hwc->idx);
	refpmu_update(event);
	if (counters_overflowed() & BIT(hwc->idx))
		hwc->flags |= REFPMU_DUE;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/*
 * Give the event a counter. -EAGAIN: there is none left; the core then takes turns and scales by
 * the time that each event had (CTX-2).
 */
static int refpmu_add(struct perf_event *event, int flags)
{
	struct refpmu_cpu *cpu = this_cpu_ptr(&refpmu_cpu);
	struct hw_perf_event *hwc = &event->hw;
	int nr;

	for (nr = 0; nr < REFPMU_COUNTERS && cpu->events[nr]; nr++)
		;
	if (nr == REFPMU_COUNTERS)
		return -EAGAIN;
	cpu->events[nr] = event;
	hwc->idx = nr;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		refpmu_start(event, 0);
	perf_event_update_userpage(event);
	return 0;
}

/*
 * Called at each context switch of a task event, too: from here on nothing is counted (CTX-1), and
 * the counter is free. The counts are up to date whatever the flags.
 */
static void refpmu_del(struct perf_event *event, int flags)
{
	struct refpmu_cpu *cpu = this_cpu_ptr(&refpmu_cpu);

	refpmu_stop(event, PERF_EF_UPDATE);
	cpu->events[event->hw.idx] = NULL;
	perf_event_update_userpage(event);
}

static void refpmu_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		refpmu_update(event);
}

/* All counters of this CPU at once, so that those of a group count the same time. */
static void refpmu_enable(struct pmu *pmu)
{
	counters_switch(true);
}

static void refpmu_disable(struct pmu *pmu)
{
	counters_switch(false);
}

/* One counter that has reached 0. */
static void refpmu_overflow(struct perf_event *event, struct pt_regs *regs)
{
	struct hw_perf_event *hwc = &event->hw;
	struct perf_sample_data data;

	refpmu_update(event);
	hwc->flags &= ~REFPMU_DUE;
	if (local64_read(&hwc->period_left) > 0) {
		/* The counter is narrower than the period. */
		refpmu_program(event);
		return;
	}
	/*
	 * The sample says the period that has ended, not the one that begins, which a frequency may
	 * have changed (SMP-3). The core fills in the rest, from the interrupted registers.
	 */
	perf_sample_data_init(&data, 0, hwc->last_period);
	refpmu_program(event);
	/*
	 * The counter is ready before the core may stop it: to throttle (THR-2) or because
	 * PERF_EVENT_IOC_REFRESH has run out (SMP-6). Newer kernels stop it themselves, older ones
	 * say so.
	 */
	if (core.event_overflow(event, &data, regs))
		refpmu_stop(event, 0);
}

/*
 * The PMU's interrupt handler. Its duration is reported for every interrupt (DUR-6), whatever came
 * of it, by a clock with the grain of nanoseconds (DUR-8), in nanoseconds (DUR-3), from its first
 * line to its last, and once.
 */
static void refpmu_interrupt(struct pt_regs *regs)
{
	struct refpmu_cpu *cpu = this_cpu_ptr(&refpmu_cpu);
	u64 start = local_clock();
	unsigned long overflowed;
	int nr;

	overflowed = counters_overflowed();
	counters_switch(false);
	for (nr = 0; nr < REFPMU_COUNTERS; nr++) {
		struct perf_event *event = cpu->events[nr];

		/* It may overflow just before it is stopped: the interrupt is nobody's then. */
		if (!(overflowed & BIT(nr)) || !event || event->hw.state & PERF_HES_STOPPED)
			continue;
		refpmu_overflow(event, regs);
	}
	counters_switch(true);
	core.sample_event_took(local_clock() - start);
}

/*
 * 0: can be counted all together. A group is scheduled as one or not at all, so one that needs
 * more counters than there are would never be (CTX-2).
 */
static int refpmu_check_group(const struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	int counters = 1;

	if (event == leader)
		return 0;
	counters += leader->pmu == event->pmu;
	for_each_sibling_event(sibling, leader)
		counters += sibling->pmu == event->pmu;
	return counters > REFPMU_COUNTERS ? -EINVAL : 0;
}

/* Also asked by the core before PERF_EVENT_IOC_PERIOD takes effect. */
static int refpmu_check_period(struct perf_event *event, u64 value)
{
	return !event->attr.freq && value < REFPMU_MIN_PERIOD ? -EINVAL : 0;
}

/*
 * Refuse what cannot be done as asked, with an error that says so: never open an event that then
 * counts something else (SMP-5, SMP-7, SMP-8).
 */
static int refpmu_event_init(struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	int ret;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (event->attr.config != REFPMU_EVENT_NS)
		return -EINVAL;
	if (event_has_any_exclude_flag(event))
		return -EINVAL;
	if (has_branch_stack(event) || event->attr.precise_ip)
		return -EOPNOTSUPP;
	ret = refpmu_check_group(event);
	if (ret)
		return ret;
	hwc->flags = 0;
	hwc->idx = -1;
	if (is_sampling_event(event))
		return refpmu_check_period(event, event->attr.sample_period);
	/* Without samples the counter is refilled long before it runs dry. */
	hwc->sample_period = REFPMU_COUNTER_MAX / 2;
	hwc->last_period = hwc->sample_period;
	local64_set(&hwc->period_left, hwc->sample_period);
	return 0;
}

static struct pmu refpmu = {
	.module = THIS_MODULE,
	.attr_groups = refpmu_groups,
	/* Follows tasks, as the PMU of a CPU does. */
	.task_ctx_nr = perf_hw_context,
#ifdef PERF_PMU_CAP_HETEROGENEOUS_CPUS
	/* Before 6.2 only such PMUs could share the tasks' context with the CPU's own. */
	.capabilities = PERF_PMU_CAP_HETEROGENEOUS_CPUS,
#endif
	.event_init = refpmu_event_init,
	.pmu_enable = refpmu_enable,
	.pmu_disable = refpmu_disable,
	.add = refpmu_add,
	.del = refpmu_del,
	.start = refpmu_start,
	.stop = refpmu_stop,
	.read = refpmu_read,
	.check_period = refpmu_check_period,
};

static int __init refpmu_init(void)
{
	int ret;

	ret = core_find(&core);
	if (ret)
		return ret;
	ret = faults_plant(&refpmu, &core);
	if (ret)
		return ret;
	counters_probe(refpmu_interrupt);
	ret = perf_pmu_register(&refpmu, "refpmu", -1);
	if (ret)
		pr_err("refpmu: cannot register: %d\n", ret);
	return ret;
}
module_init(refpmu_init);

static void __exit refpmu_exit(void)
{
	perf_pmu_unregister(&refpmu);
	counters_remove();
}
module_exit(refpmu_exit);

MODULE_DESCRIPTION("Reference PMU driver of the PMU conformance suite");
MODULE_LICENSE("GPL");
