// SPDX-License-Identifier: GPL-2.0
/*
 * A driver that reports an interrupt twice has the same average, but it moves twice as fast. Make
 * the handler slow, so that the average is high, then fast again: after n interrupts reported
 * once, (127/128)^n of the difference is left; reported twice, the square of that.
 *
 * The handler is made slow by a group of many software events that the core reads for each sample.
 */
#include "dur.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../lib/deadline.h"

/* Each costs some ten ns; few enough for the usual limit of 1024 open files. */
#define SIBLINGS	400

/* Half-way: 61 % of the difference is left by then, or 37 %. */
#define INTERRUPTS	64

/* A disturbance makes the average fall slower, which acquits: convict only in all rounds. */
#define ROUNDS		3

/* With less between slow and fast the readings' grain is too coarse. */
#define CONTRAST	2

/*
 * Averages are read from the rate, in steps of HZ: with as many steps left a reading is good to 8
 * %, and what is between once and twice can be told.
 */
#define LEAST_STEPS	12

/*
 * Interrupts under a limit of one sample per tick: every one throttles the event, on older kernels
 * every second. Reported once each, 37 % of the difference is left, without the throttling ones 61
 * % or more.
 */
#define THROTTLED	128

struct contrast {
	struct ns_range fast, slow, after;
	unsigned int interrupts;	/* from slow to after */
	struct ns_range throttled;	/* after THROTTLED interrupts from slow */
	unsigned int throttles;		/* of those; 0: not read */
};

static int open_slow(const struct duration *dur, struct sampler *sampler, int *siblings)
{
	struct perf_event_attr attr = dur->target->attr;
	struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(dummy),
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = PERF_FORMAT_GROUP,
	};
	int i;

	attr.sample_type = PERF_SAMPLE_READ;
	attr.read_format = PERF_FORMAT_GROUP;
	if (sampler_open(sampler, &attr, dur->cpu, dur->period))
		return -1;
	for (i = 0; i < SIBLINGS; i++)
		siblings[i] = event_open(&dummy, 0, dur->cpu, sampler->fd, PERF_FLAG_FD_CLOEXEC);
	return 0;
}

static void close_slow(struct sampler *sampler, const int *siblings)
{
	int i;

	for (i = 0; i < SIBLINGS; i++)
		if (siblings[i] >= 0)
			close(siblings[i]);
	sampler_close(sampler);
}

/*
 * Let interrupts pass and read the average at the last. Returns how many there were; 0: too few.
 */
static unsigned int read_after(struct duration *dur, struct sampler *sampler,
			       unsigned int interrupts, struct ns_range *avg)
{
	struct stepper stepper;
	struct step step;
	unsigned int seen;

	step_init(&stepper, sampler, load_run, dur->hz, INTERRUPT_NS);
	if (step_begin(&stepper, &step_limits))
		return 0;
	seen = step_over(&stepper, interrupts - 1);
	if (seen < interrupts - 1 || step_read(&stepper, &step) || !step.reported)
		seen = 0;
	else
		seen += step.interrupts;
	step_end(&stepper);
	*avg = step.avg;
	return seen;
}

/* A handler that is slow as it is, is made too slow by all the siblings: do with fewer. */
static void fit_slow(struct duration *dur, struct sampler *slow, int *siblings)
{
	uint64_t most = budget_avg(LEAST_STEPS * dur->hz, dur->hz, STEP_PERCENT).hi;
	struct ns_range avg;
	int i, nr = SIBLINGS;

	while (nr > 1 && read_after(dur, slow, 8 * BUDGET_WINDOW, &avg) && avg.lo > most) {
		for (i = nr / 2; i < nr; i++) {
			if (siblings[i] >= 0)
				close(siblings[i]);
			siblings[i] = -1;
		}
		nr /= 2;
	}
}

/* From slow to fast once more, with throttling. */
static void read_throttled(struct duration *dur, struct sampler *fast, struct sampler *slow,
			   struct contrast *contrast)
{
	const struct limits one_per_tick = { .rate = dur->hz, .percent = STEP_PERCENT };
	uint64_t before = fast->ring.counts.throttle;
	struct stepper stepper;
	unsigned int seen = 0;
	struct ns_range start;

	contrast->throttles = 0;
	if (!read_after(dur, slow, 8 * BUDGET_WINDOW, &start))
		return;
	step_init(&stepper, fast, load_run, dur->hz, INTERRUPT_NS);
	if (!step_begin(&stepper, &one_per_tick))
		seen = step_over(&stepper, THROTTLED - 1);
	step_end(&stepper);
	if (seen >= THROTTLED - 1 && read_after(dur, fast, 1, &contrast->throttled))
		contrast->throttles = fast->ring.counts.throttle - before;
}

static bool one_round(struct duration *dur, struct sampler *fast, struct sampler *slow,
		      struct contrast *contrast)
{
	const unsigned int settled = 8 * BUDGET_WINDOW;

	if (!read_after(dur, fast, settled, &contrast->fast) ||
	    !read_after(dur, slow, settled, &contrast->slow))
		return false;
	contrast->interrupts = read_after(dur, fast, INTERRUPTS, &contrast->after);
	return contrast->interrupts && contrast->slow.hi != UINT64_MAX &&
	       contrast->slow.lo >= CONTRAST * contrast->fast.hi;
}

/* Average that is expected after as many reports. */
static double expected(const struct contrast *contrast, unsigned int reports)
{
	double kept = 1;

	while (reports--)
		kept = kept * (BUDGET_WINDOW - 1) / BUDGET_WINDOW;
	return contrast->fast.lo + kept * (contrast->slow.lo - contrast->fast.lo);
}

static struct outcome judge(const struct contrast *contrast, bool *twice)
{
	double once_ns = expected(contrast, contrast->interrupts);
	double twice_ns = expected(contrast, 2 * contrast->interrupts);

	evidence("reported once", "average %llu ns, %llu ns %u interrupts later, expected %.0f ns, if reported twice %.0f ns",
		 (unsigned long long)contrast->slow.lo, (unsigned long long)contrast->after.lo,
		 contrast->interrupts, once_ns, twice_ns);
	*twice = contrast->after.hi < (once_ns + twice_ns) / 2;
	if (*twice)
		return fail("the average moves as if each interrupt were reported more than once");
	return pass();
}

/*
 * Convicts only a round whose unthrottled part came out right: what slows handlers down would look
 * the same.
 */
static struct outcome judge_throttled(const struct contrast *contrast, bool *missed)
{
	unsigned int others = contrast->throttles < THROTTLED ? THROTTLED - contrast->throttles : 0;
	double without_ns = expected(contrast, others);
	double all_ns = expected(contrast, THROTTLED);
	double usual_ns = expected(contrast, contrast->interrupts);
	double late_ns = expected(contrast, contrast->interrupts / 2);

	*missed = false;
	if (contrast->throttles < THROTTLED / 3 || contrast->after.lo > (usual_ns + late_ns) / 2)
		return pass();
	evidence("throttled", "average %llu ns after %d interrupts, %u of which throttled, expected %.0f ns, without the latter %.0f ns",
		 (unsigned long long)contrast->throttled.lo, THROTTLED, contrast->throttles, all_ns,
		 without_ns);
	*missed = contrast->throttled.lo > (all_ns + without_ns) / 2;
	if (*missed)
		return fail("the average moves as if interrupts that throttle the event were not reported");
	return pass();
}

/* The same question, asked of the interrupts that throttle. */
static struct outcome throttled_too(struct duration *dur, struct sampler *fast,
				    struct sampler *slow)
{
	struct outcome outcome = pass();
	struct contrast contrast;
	bool missed = true;
	int round;

	for (round = 0; round < ROUNDS && missed; round++) {
		if (deadline_near() || !one_round(dur, fast, slow, &contrast))
			return pass();
		read_throttled(dur, fast, slow, &contrast);
		outcome = judge_throttled(&contrast, &missed);
	}
	return outcome;
}

struct outcome reported_once(struct duration *dur)
{
	struct outcome outcome = pass();
	struct sampler fast, slow;
	struct contrast contrast;
	int siblings[SIBLINGS];
	bool twice = true;
	int round;

	outcome = open_loading(dur, &fast);
	if (outcome.verdict != PASS)
		return outcome;
	if (open_slow(dur, &slow, siblings)) {
		evidence("reported once", "not judged: %s", strerror(errno));
		sampler_close(&fast);
		return pass();
	}
	fit_slow(dur, &slow, siblings);
	for (round = 0; round < ROUNDS && twice; round++) {
		if (deadline_near()) {
			evidence("reported once", "not judged: out of time");
			outcome = pass();
			break;
		}
		if (!one_round(dur, &fast, &slow, &contrast)) {
			evidence("reported once", "not judged: no contrast between a slow handler and a fast one");
			outcome = pass();
			break;
		}
		outcome = judge(&contrast, &twice);
	}
	/* Here a disturbance convicts: not for guests in whose times their host's load is. */
	if (outcome.verdict == PASS && !dur->host_time)
		outcome = throttled_too(dur, &fast, &slow);
	close_slow(&slow, siblings);
	sampler_close(&fast);
	return outcome;
}
