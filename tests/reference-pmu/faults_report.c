// SPDX-License-Identifier: GPL-2.0
/* Family DUR: faults of the report of an interrupt's duration. */
#include "faults.h"

#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <asm/irq_regs.h>

/* Cycles of a processor of 5 GHz in a nanosecond. */
#define CYCLES_PER_NS	5

/* One interrupt of so many is reported. */
#define RARELY		8

/* What another part of the interrupt might take. */
#define FOREIGN_NS	30000

/* The grain of a clock of some 4 kHz, no whole part of a usual sampling period. */
#define COARSE_NS	241000

static DEFINE_PER_CPU(unsigned int, interrupts);
static DEFINE_PER_CPU(int, counter);

static void report_nothing(u64 ns)
{
}

static void report_zero(u64 ns)
{
	healthy_core.sample_event_took(0);
}

static void report_cycles(u64 ns)
{
	healthy_core.sample_event_took(ns * CYCLES_PER_NS);
}

static void report_small_unit(u64 ns)
{
	healthy_core.sample_event_took(ns / 16);
}

static void report_foreign_time(u64 ns)
{
	healthy_core.sample_event_took(ns + FOREIGN_NS);
}

static void report_twice(u64 ns)
{
	healthy_core.sample_event_took(ns);
	healthy_core.sample_event_took(ns);
}

static void report_rarely(u64 ns)
{
	if (!(this_cpu_inc_return(interrupts) % RARELY))
		healthy_core.sample_event_took(ns);
}

static void report_one_cpu(u64 ns)
{
	if (!smp_processor_id())
		healthy_core.sample_event_took(ns);
}

static void report_user_mode(u64 ns)
{
	if (user_mode(get_irq_regs()))
		healthy_core.sample_event_took(ns);
}

static int note_counter(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	__this_cpu_write(counter, event->hw.idx);
	return healthy_core.event_overflow(event, data, regs);
}

static void report_first_counter(u64 ns)
{
	if (!__this_cpu_read(counter))
		healthy_core.sample_event_took(ns);
}

/* Most interrupts take nothing by such a clock, a few one whole grain. */
static void report_by_grain(u64 ns, u32 grain)
{
	u64 end = local_clock();
	u64 grains = div_u64(end, grain) - div_u64(end - ns, grain);

	healthy_core.sample_event_took(grains * grain);
}

static void report_coarse(u64 ns)
{
	report_by_grain(ns, COARSE_NS);
}

/* jiffies as the clock, which is what sched_clock() is where a machine has nothing better. */
static void report_tick(u64 ns)
{
	report_by_grain(ns, TICK_NSEC);
}

/* Leaves its handler by another way when the event was throttled. */
static void report_unthrottled(u64 ns)
{
	if (!this_cpu_xchg(interrupts, 0))
		healthy_core.sample_event_took(ns);
}

static int note_throttle(struct perf_event *event, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	int ret = healthy_core.event_overflow(event, data, regs);

	if (ret)
		__this_cpu_write(interrupts, 1);
	return ret;
}

#define REPORT(function) \
	static void plant_##function(struct pmu *pmu, struct refpmu_core *core) \
	{ \
		core->sample_event_took = function; \
	}

REPORT(report_nothing)
REPORT(report_zero)
REPORT(report_cycles)
REPORT(report_small_unit)
REPORT(report_foreign_time)
REPORT(report_twice)
REPORT(report_rarely)
REPORT(report_one_cpu)
REPORT(report_user_mode)
REPORT(report_coarse)
REPORT(report_tick)

static void plant_report_first_counter(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = note_counter;
	core->sample_event_took = report_first_counter;
}

static void plant_report_unthrottled(struct pmu *pmu, struct refpmu_core *core)
{
	core->event_overflow = note_throttle;
	core->sample_event_took = report_unthrottled;
}

const struct fault report_faults[] = {
	{ "report-nothing", plant_report_nothing },
	{ "report-zero", plant_report_zero },
	{ "report-cycles", plant_report_cycles },
	{ "report-small-unit", plant_report_small_unit },
	{ "report-foreign-time", plant_report_foreign_time },
	{ "report-twice", plant_report_twice },
	{ "report-rarely", plant_report_rarely },
	{ "report-one-cpu", plant_report_one_cpu },
	{ "report-user-mode", plant_report_user_mode },
	{ "report-first-counter", plant_report_first_counter },
	{ "report-coarse", plant_report_coarse },
	{ "report-tick", plant_report_tick },
	{ "report-unthrottled", plant_report_unthrottled },
	{ }
};
