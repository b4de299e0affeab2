// SPDX-License-Identifier: GPL-2.0
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/sysctl.h"

/* Interrupts per second of the gentle rate: CONVICT_INTERRUPTS in an eighth of a second. */
#define GENTLE		4000

/* A first look at the interrupt's cost must not hurt, however slow the handler. */
#define FIRST_LOOK	1000
#define FIRST_INTERRUPTS	64

/* For a median. */
#define COST_INTERRUPTS	256
#define COST_NS		300000000

/* To see how many interrupts a period brings. */
#define DELIVERED_NS	50000000

/* Each at least halves the period: from one second's events to one millisecond's. */
#define SPEED_UPS	10

/* See settle(). */
#define SETTLE_INTERRUPTS	1024
#define SETTLE_NS		3000000000ULL

/* The gentle rate leaves nine tenths of the CPU to the program. */
#define GENTLE_SHARE_NS	100000000ULL

/* Slower than this the program that is interrupted cannot time a single interrupt. */
#define FINE_CLOCK_NS	1000

/* Kernels on which a throttled software clock can hang the machine (fixed in 6.18). */
static const struct kernel_range clock_hangs = { .from = 6016, .to = 6017 };

uint64_t gentle_period(const struct duration *dur, const struct perf_event_attr *attr, load_fn load,
		       bool *busy)
{
	uint64_t period = count_rate(attr, dur->cpu, load, busy) / dur->gentle;

	return period ? profile_period(dur->target->profile, period) : 0;
}

/* Four times as many samples are allowed as come. */
struct limits roomy(const struct duration *dur)
{
	return (struct limits){ .rate = 4 * dur->gentle, .percent = 99 };
}

struct outcome open_loading(const struct duration *dur, struct sampler *sampler)
{
	if (topology_pin(dur->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", dur->cpu, strerror(errno));
	if (sampler_open(sampler, &dur->target->attr, dur->cpu, dur->period))
		return skip(SKIP_SETUP_BROKEN, "event %s: %s", dur->target->profile->event,
			    strerror(errno));
	return pass();
}

struct outcome open_stepper(const struct duration *dur, struct sampler *sampler,
			    struct stepper *stepper)
{
	struct outcome outcome = open_loading(dur, sampler);

	if (outcome.verdict != PASS)
		return outcome;
	step_init(stepper, sampler, load_run, dur->hz, INTERRUPT_NS);
	stepper->base_ns = dur->stolen.base_ns;
	return outcome;
}

int settle(const struct duration *dur, struct stepper *stepper)
{
	const struct limits limits = roomy(dur);
	uint64_t start = now_ns();
	unsigned int seen;

	if (step_begin(stepper, &limits))
		return -1;
	for (seen = 0; seen < SETTLE_INTERRUPTS && now_ns() - start < SETTLE_NS; seen++) {
		/*
		 * An average above even this budget has lowered the rate: put it back before the
		 * next interrupt, which would be throttled by count.
		 */
		if (rate_write(limits.rate))
			return -1;
		if (!step_over(stepper, 1))
			break;
	}
	if (seen == SETTLE_INTERRUPTS)
		return 0;
	errno = ETIME;
	return -1;
}

static struct outcome measure_cost(struct duration *dur, unsigned int interrupts)
{
	const struct limits limits = roomy(dur);
	struct sampler sampler;
	struct stepper stepper;
	struct outcome outcome;
	int ret;

	outcome = open_stepper(dur, &sampler, &stepper);
	if (outcome.verdict != PASS)
		return outcome;
	ret = stolen_measure(&stepper, &limits, interrupts, COST_NS, &dur->stolen);
	sampler_close(&sampler);
	if (ret)
		return skip(SKIP_SETUP_BROKEN, "cost of an interrupt: %s", strerror(errno));
	return pass();
}

static void choose_rate(struct duration *dur)
{
	if (now_resolution_ns() > FINE_CLOCK_NS)
		return;
	dur->gentle = GENTLE;
	if (dur->stolen.ns * GENTLE > GENTLE_SHARE_NS)
		dur->gentle = GENTLE_SHARE_NS / dur->stolen.ns;
}

/*
 * Interrupts per second that the period brings; limited where a report or the count has throttled
 * them, so that it tells nothing.
 */
static int delivered_rate(struct duration *dur, unsigned int *rate, bool *limited)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = roomy(dur),
		.max_ns = DELIVERED_NS,
	};
	struct sampler sampler;
	struct window window;
	int ret;

	if (sampler_open(&sampler, &dur->target->attr, dur->cpu, dur->period))
		return -1;
	ret = window_run(&sampler, &plan, &window);
	sampler_close(&sampler);
	if (ret)
		return ret;
	*rate = window.interrupts * NSEC_PER_SEC / window.ns;
	*limited = window_fell(&window) || window.counts.throttle;
	return 0;
}

/*
 * Some PMUs deliver late: QEMU's riscv one by a factor of 260 when it runs freely. Shorten the
 * period until the interrupts come as often as we want, but not below what a storm may use.
 */
static struct outcome speed_up(struct duration *dur)
{
	uint64_t least = dur->target->profile->storm_period;
	unsigned int rate, i;
	bool limited;

	for (i = 0; i < SPEED_UPS; i++) {
		if (delivered_rate(dur, &rate, &limited))
			return skip(SKIP_SETUP_BROKEN, "period %llu: %s",
				    (unsigned long long)dur->period, strerror(errno));
		if (limited || rate >= dur->gentle / 2 || dur->period <= least)
			break;
		dur->period = rate ? dur->period * rate / dur->gentle : dur->period / 16;
		if (dur->period < least)
			dur->period = least;
		dur->period = profile_period(dur->target->profile, dur->period);
	}
	return pass();
}

static struct outcome choose_period(struct duration *dur)
{
	bool busy;

	dur->period = gentle_period(dur, &dur->target->attr, load_run, &busy);
	if (busy)
		return skip(SKIP_COUNTER_BUSY, "event %s never ran", dur->target->profile->event);
	if (!dur->period)
		return skip(SKIP_NO_INTERRUPT, "event %s counts nothing under the load",
			    dur->target->profile->event);
	return speed_up(dur);
}

/* A period for the present gentle rate, and what its interrupts cost. */
static struct outcome try_rate(struct duration *dur, unsigned int interrupts)
{
	struct outcome outcome = choose_period(dur);

	return outcome.verdict == PASS ? measure_cost(dur, interrupts) : outcome;
}

/* hrtimer events never report: if the rate falls under one, somebody else lowers it. */
static struct outcome control_clock(const struct duration *dur)
{
	const struct perf_event_attr clock = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(clock),
		.config = PERF_COUNT_SW_CPU_CLOCK,
	};
	struct window window;
	enum fall fall;

	if (kernel_in(&clock_hangs, dur->kernel) && !dur->in_lab) {
		note("control: cpu-clock left out, it can hang kernels 6.16 and 6.17");
		return pass();
	}
	fall = fall_try(&clock, dur->cpu, NSEC_PER_SEC / dur->gentle, load_run, &window);
	note("control cpu-clock: %u interrupts, rate %u -> %u", window.interrupts,
	     window.rates[0], window_rate(&window));
	if (fall == FALL_NO || fall == FALL_FEW || fall == FALL_NO_INTERRUPT)
		return pass();
	if (fall == FALL_BROKEN)
		return skip(SKIP_SETUP_BROKEN, "control cpu-clock: %s", strerror(errno));
	return skip(SKIP_SETUP_BROKEN,
		    "control: the rate falls while only the software clock samples");
}

/*
 * The average is the CPU's, not the PMU's: what another PMU has reported before must not lower the
 * rate in this one's name. A driver that reports nothing keeps it there, but never lowers the
 * rate.
 */
static struct outcome forget(const struct duration *dur)
{
	struct sampler sampler;
	struct stepper stepper;
	struct outcome outcome;

	outcome = open_stepper(dur, &sampler, &stepper);
	if (outcome.verdict != PASS)
		return outcome;
	/* Too few interrupts are DUR-1's to tell. */
	settle(dur, &stepper);
	sampler_close(&sampler);
	return pass();
}

void duration_begin(struct duration *dur, const struct run *run, const struct target *target)
{
	memset(dur, 0, sizeof(*dur));
	dur->target = target;
	dur->hz = run->hz;
	dur->kernel = run->kernel;
	dur->in_lab = run->in_lab;
	dur->host_time = run->host_time;
}

struct outcome duration_prepare(struct duration *dur)
{
	const struct target *target = dur->target;
	struct outcome outcome;

	if (target->refused == ENODEV)
		return skip(SKIP_NO_CPU, "%s", target->pmu.name);
	if (target->refused)
		return skip(SKIP_NO_SAMPLING, "event %s: %s", target->profile->event,
			    strerror(target->refused));
	dur->cpu = target->cpus.cpu[0];
	if (topology_pin(dur->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", dur->cpu, strerror(errno));
	dur->gentle = FIRST_LOOK;
	outcome = try_rate(dur, FIRST_INTERRUPTS);
	if (outcome.verdict != PASS)
		return outcome;
	choose_rate(dur);
	outcome = try_rate(dur, COST_INTERRUPTS);
	if (outcome.verdict != PASS)
		return outcome;
	note("pmu %s: event %s, period %llu, about %u interrupts/s, an interrupt costs %llu ns",
	     target->pmu.name, target->profile->event, (unsigned long long)dur->period,
	     dur->gentle, (unsigned long long)dur->stolen.ns);
	outcome = control_clock(dur);
	return outcome.verdict == PASS ? forget(dur) : outcome;
}
