// SPDX-License-Identifier: GPL-2.0
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/opt_in.h"
#include "../lib/pace.h"
#include "../lib/sysctl.h"

/* Interrupts per second of the gentle rate: CONVICT_INTERRUPTS in an eighth of a second. */
#define GENTLE		4000

/* A first look at the interrupt's cost must not hurt, however slow the handler. */
#define FIRST_LOOK	1000
#define FIRST_INTERRUPTS	64

/* For a median. */
#define COST_INTERRUPTS	256
#define COST_NS		300000000

/* See settle(). */
#define SETTLE_INTERRUPTS	1024
#define SETTLE_NS		3000000000ULL

/* The gentle rate leaves nine tenths of the CPU to the program. */
#define GENTLE_SHARE_NS	100000000ULL

/* Slower than this the program that is interrupted cannot time a single interrupt. */
#define FINE_CLOCK_NS	1000

uint64_t gentle_period(const struct duration *dur, const struct perf_event_attr *attr, load_fn load,
		       bool *busy)
{
	return pace_period(dur->target->profile, attr, dur->cpu, load, dur->gentle, busy);
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

static struct outcome choose_period(struct duration *dur)
{
	struct outcome outcome;
	struct pace pace;

	outcome = pace_find(dur->target, dur->cpu, dur->gentle, &pace);
	dur->period = pace.period;
	return outcome;
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

	if (clock_may_hang(dur->kernel) && !opted_in(OPT_IN_STORM, dur->in_lab)) {
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
	struct outcome outcome = target_usable(target);

	if (outcome.verdict != PASS)
		return outcome;
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
