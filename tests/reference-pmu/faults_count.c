// SPDX-License-Identifier: GPL-2.0
/* Families CTX and HLT: faults of what is counted when, and of the machine's health. */
#include "faults.h"

#include <linux/cpuhotplug.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/percpu.h>

/* In hw_perf_event.last_tag: the core believes that the event has a counter. */
#define WITHOUT_COUNTER		1

/* Interrupts of a CPU before the first that harms the machine, and between two. */
#define HARM_EVERY	2000

static DEFINE_PER_CPU(unsigned int, interrupts);
static DEFINE_PER_CPU(bool, came_back);

/* The counter goes on when the event is taken off the CPU, and is read when it comes back. */
static void del_running(struct perf_event *event, int flags)
{
	healthy_pmu.del(event, flags);
	event->hw.last_tag = ktime_get();
}

static int add_running(struct perf_event *event, int flags)
{
	if (event->hw.last_tag)
		local64_add(ktime_get() - event->hw.last_tag, &event->count);
	return healthy_pmu.add(event, flags);
}

static void del_task_running(struct perf_event *event, int flags)
{
	if (event->attach_state & PERF_ATTACH_TASK)
		del_running(event, flags);
	else
		healthy_pmu.del(event, flags);
}

static bool is_of_cgroup(const struct perf_event *event)
{
#ifdef CONFIG_CGROUP_PERF
	return event->cgrp;
#else
	return false;
#endif
}

static void del_cgroup_running(struct perf_event *event, int flags)
{
	if (is_of_cgroup(event))
		del_running(event, flags);
	else
		healthy_pmu.del(event, flags);
}

static void del_cpu_running(struct perf_event *event, int flags)
{
	if (event->attach_state & PERF_ATTACH_TASK || is_of_cgroup(event))
		healthy_pmu.del(event, flags);
	else
		del_running(event, flags);
}

static int add_without_counter(struct perf_event *event, int flags)
{
	int ret = healthy_pmu.add(event, flags);

	if (ret != -EAGAIN)
		return ret;
	event->hw.last_tag = WITHOUT_COUNTER;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	return 0;
}

static void del_without_counter(struct perf_event *event, int flags)
{
	if (event->hw.last_tag != WITHOUT_COUNTER)
		healthy_pmu.del(event, flags);
	event->hw.last_tag = 0;
}

static void start_without_counter(struct perf_event *event, int flags)
{
	if (event->hw.last_tag != WITHOUT_COUNTER)
		healthy_pmu.start(event, flags);
}

/*
 * An inherited event gets a counter, which runs for the task that has opened the first of them
 * only. Not by event->parent: the core exchanges the events of tasks that have the same. Between
 * such tasks on one CPU it does not even call the driver, so this shows on another CPU only.
 */
static int add_parents_only(struct perf_event *event, int flags)
{
	struct perf_event *first = event->parent ? event->parent : event;

	if (event->attr.inherit && first->owner != current)
		flags &= ~PERF_EF_START;
	return healthy_pmu.add(event, flags);
}

/* A task's event begins a period afresh whenever its task comes back. */
static int add_forgetting(struct perf_event *event, int flags)
{
	if (event->attach_state & PERF_ATTACH_TASK)
		local64_set(&event->hw.period_left, 0);
	return healthy_pmu.add(event, flags);
}

static int deliver_on_one_cpu(struct perf_event *event, struct perf_sample_data *data,
			      struct pt_regs *regs)
{
	return smp_processor_id() ? 0 : healthy_core.event_overflow(event, data, regs);
}

/* The set-up of a CPU is done once, and is gone when it comes back. */
static int note_cpu(unsigned int cpu)
{
	per_cpu(came_back, cpu) = true;
	return 0;
}

static int add_where_never_off(struct perf_event *event, int flags)
{
	return healthy_pmu.add(event, __this_cpu_read(came_back) ? flags & ~PERF_EF_START : flags);
}

static bool harm_now(void)
{
	return !(this_cpu_inc_return(interrupts) % HARM_EVERY);
}

static int overflow_stalling(struct perf_event *event, struct perf_sample_data *data,
			     struct pt_regs *regs)
{
	if (harm_now())
		mdelay(MSEC_PER_SEC);
	return healthy_core.event_overflow(event, data, regs);
}

static int overflow_warning(struct perf_event *event, struct perf_sample_data *data,
			    struct pt_regs *regs)
{
	WARN_ON(harm_now());
	return healthy_core.event_overflow(event, data, regs);
}

static void plant_count_disabled(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_running;
	pmu->del = del_cpu_running;
}

static void plant_count_other_tasks(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_running;
	pmu->del = del_task_running;
}

static void plant_count_other_cgroups(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_running;
	pmu->del = del_cgroup_running;
}

static void plant_count_no_child(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_parents_only;
}

static void plant_forget_left(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_forgetting;
}

static void plant_more_than_counters(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->add = add_without_counter;
	pmu->del = del_without_counter;
	pmu->start = start_without_counter;
}

static void plant_one_cpu_only(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = deliver_on_one_cpu;
}

static void plant_off_after_hotplug(struct pmu *pmu, struct refpmu_core *core)
{
	/* Never removed: a module with this fault is not unloaded. */
	__module_get(THIS_MODULE);
	cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "refpmu:fault", note_cpu, NULL);
	pmu->add = add_where_never_off;
}

static void plant_stall(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = overflow_stalling;
}

static void plant_warn(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = overflow_warning;
}

const struct fault count_faults[] = {
	{ "count-disabled", plant_count_disabled },
	{ "count-other-tasks", plant_count_other_tasks },
	{ "count-other-cgroups", plant_count_other_cgroups },
	{ "count-no-child", plant_count_no_child },
	{ "forget-left", plant_forget_left },
	{ "more-than-counters", plant_more_than_counters },
	{ "one-cpu-only", plant_one_cpu_only },
	{ "off-after-hotplug", plant_off_after_hotplug },
	{ "stall", plant_stall },
	{ "warn", plant_warn },
	{ }
};
