// SPDX-License-Identifier: GPL-2.0
/* Family SMP: faults of what a sample says, and of which are delivered. */
#include "faults.h"

#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/poll.h>

/* One sample of so many is wrong, where not all are. */
#define SOME		16

/* How far a wrong time goes back. */
#define BACK_NS		NSEC_PER_MSEC

/* What a driver that does not follow the frequency samples by. */
#define STUCK_PERIOD	(NSEC_PER_MSEC / 3)

static DEFINE_PER_CPU(unsigned int, delivered);

static bool some(void)
{
	return !(this_cpu_inc_return(delivered) % SOME);
}

static int drop_some(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	return some() ? 0 : healthy_core.event_overflow(event, data, regs);
}

/* The event opens and counts, and that is all. */
static int deliver_nothing(struct perf_event *event, struct perf_sample_data *data,
			   struct pt_regs *regs)
{
	return 0;
}

static int deliver_again(struct perf_event *event, u64 period, struct pt_regs *regs)
{
	struct perf_sample_data again;

	perf_sample_data_init(&again, 0, period);
	return healthy_core.event_overflow(event, &again, regs);
}

static int deliver_twice(struct perf_event *event, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	u64 period = data->period;
	int ret = healthy_core.event_overflow(event, data, regs);

	return some() ? deliver_again(event, period, regs) | ret : ret;
}

/* The interrupt after PERF_EVENT_IOC_REFRESH has run out still gets through. */
static int deliver_beyond_limit(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	u64 period = data->period;
	int ret = healthy_core.event_overflow(event, data, regs);

	return ret && event->pending_kill == POLL_HUP ? deliver_again(event, period, regs) : ret;
}

/* From here on: the core leaves alone what a driver has filled in and flagged (6.2 and later). */
static int wrong_cpu(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	data->cpu_entry.cpu = smp_processor_id() + 1;
	data->cpu_entry.reserved = 0;
	data->sample_flags |= PERF_SAMPLE_CPU;
	return healthy_core.event_overflow(event, data, regs);
}

static int wrong_tid(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	data->tid_entry.pid = 1;
	data->tid_entry.tid = 1;
	data->sample_flags |= PERF_SAMPLE_TID;
	return healthy_core.event_overflow(event, data, regs);
}

static int wrong_id(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	data->id = event->id + 1;
	data->sample_flags |= PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER;
	return healthy_core.event_overflow(event, data, regs);
}

static int wrong_ip(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	data->ip = (unsigned long)wrong_ip;
	data->sample_flags |= PERF_SAMPLE_IP;
	return healthy_core.event_overflow(event, data, regs);
}

static int wrong_period(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	data->period *= 2;
	return healthy_core.event_overflow(event, data, regs);
}

static int time_back(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	if (some()) {
		data->time = event->clock() - BACK_NS;
		data->sample_flags |= PERF_SAMPLE_TIME;
	}
	return healthy_core.event_overflow(event, data, regs);
}

/* Registers that nobody saved, but for those that say where and in which mode it was. */
static int noisy_registers(struct perf_event *event, struct perf_sample_data *data,
			   struct pt_regs *regs)
{
	struct pt_regs noise = *regs;
	unsigned long *word = (unsigned long *)&noise;
	size_t i;

	for (i = 0; i < sizeof(noise) / sizeof(*word); i++) {
		word[i] = ~word[i];
		if (user_mode(&noise) != user_mode(regs) ||
		    instruction_pointer(&noise) != instruction_pointer(regs))
			word[i] = ~word[i];
	}
	return healthy_core.event_overflow(event, data, &noise);
}

/* The period that the core has chosen for a frequency never gets to the hardware. */
static int stuck_frequency(struct perf_event *event, struct perf_sample_data *data,
			   struct pt_regs *regs)
{
	int ret = healthy_core.event_overflow(event, data, regs);

	if (event->attr.freq)
		event->hw.sample_period = STUCK_PERIOD;
	return ret;
}

static void start_stuck(struct perf_event *event, int flags)
{
	if (event->attr.freq)
		event->hw.sample_period = STUCK_PERIOD;
	healthy_pmu.start(event, flags);
}

static int init_ignoring_exclude(struct perf_event *event)
{
	struct perf_event_attr asked = event->attr;
	int ret;

	event->attr.exclude_user = 0;
	event->attr.exclude_kernel = 0;
	event->attr.exclude_hv = 0;
	event->attr.exclude_idle = 0;
	event->attr.exclude_host = 0;
	event->attr.exclude_guest = 0;
	ret = healthy_pmu.event_init(event);
	event->attr = asked;
	return ret;
}

/* A branch stack that nobody fills. */
static int init_taking_branches(struct perf_event *event)
{
	u64 asked = event->attr.sample_type;
	int ret;

	event->attr.sample_type &= ~(u64)PERF_SAMPLE_BRANCH_STACK;
	ret = healthy_pmu.event_init(event);
	event->attr.sample_type = asked;
	return ret;
}

/* As by a register of 32 bits for what can be wider. */
static int init_narrow(struct perf_event *event)
{
	int ret = healthy_pmu.event_init(event);

	if (!ret && is_sampling_event(event)) {
		event->hw.sample_period = (u32)event->hw.sample_period;
		local64_set(&event->hw.period_left, event->hw.sample_period);
	}
	return ret;
}

/* PERF_EVENT_IOC_PERIOD: the period that the event was opened with is taken again. */
static int init_period_fixed(struct perf_event *event)
{
	event->hw.last_tag = event->hw.sample_period;
	return healthy_pmu.event_init(event);
}

static void keep_period(struct perf_event *event)
{
	if (!event->attr.freq && is_sampling_event(event))
		event->hw.sample_period = event->hw.last_tag;
}

static void start_period_fixed(struct perf_event *event, int flags)
{
	keep_period(event);
	healthy_pmu.start(event, flags);
}

static int add_period_fixed(struct perf_event *event, int flags)
{
	keep_period(event);
	return healthy_pmu.add(event, flags);
}

#define OVERFLOW(function) \
	static void plant_##function(struct pmu *pmu, struct refpmu_core *core) \
	{ \
		core->event_overflow = function; \
	}

OVERFLOW(drop_some)
OVERFLOW(deliver_nothing)
OVERFLOW(deliver_twice)
OVERFLOW(deliver_beyond_limit)
OVERFLOW(wrong_cpu)
OVERFLOW(wrong_tid)
OVERFLOW(wrong_id)
OVERFLOW(wrong_ip)
OVERFLOW(wrong_period)
OVERFLOW(time_back)
OVERFLOW(noisy_registers)

static void plant_stuck_frequency(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = stuck_frequency;
	pmu->start = start_stuck;
}

static void plant_exclude_ignored(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->event_init = init_ignoring_exclude;
}

static void plant_branches_taken(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->event_init = init_taking_branches;
}

static void plant_period_narrow(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->event_init = init_narrow;
}

static void plant_period_fixed(struct pmu *pmu, struct refpmu_core *core)
{
	pmu->event_init = init_period_fixed;
	pmu->start = start_period_fixed;
	pmu->add = add_period_fixed;
}

const struct fault sample_faults[] = {
	{ "drop-some", plant_drop_some },
	{ "deliver-nothing", plant_deliver_nothing },
	{ "deliver-twice", plant_deliver_twice },
	{ "deliver-beyond-limit", plant_deliver_beyond_limit },
	{ "wrong-cpu", plant_wrong_cpu },
	{ "wrong-tid", plant_wrong_tid },
	{ "wrong-id", plant_wrong_id },
	{ "wrong-ip", plant_wrong_ip },
	{ "wrong-period", plant_wrong_period },
	{ "time-back", plant_time_back },
	{ "noisy-registers", plant_noisy_registers },
	{ "branches-taken", plant_branches_taken },
	{ "stuck-frequency", plant_stuck_frequency },
	{ "exclude-ignored", plant_exclude_ignored },
	{ "period-narrow", plant_period_narrow },
	{ "period-fixed", plant_period_fixed },
	{ }
};
