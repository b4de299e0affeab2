// SPDX-License-Identifier: GPL-2.0
#include "dur.h"

#include <errno.h>
#include <string.h>

/* Without our event the rate must hold as long as it took several times over to fall with it. */
#define CONTROL_NS	30000000

/* CONVICT_INTERRUPTS fit in at 600 a second; with it a verdict takes less than a second. */
#define FALL_NS		900000000

const struct limits lever = { .rate = 100000, .percent = 1 };

static enum fall control(load_fn load)
{
	const struct window_plan plan = { .load = load, .limits = lever, .max_ns = CONTROL_NS };
	struct window window;

	if (window_run(NULL, &plan, &window))
		return FALL_BROKEN;
	return window_fell(&window) ? FALL_FOREIGN : FALL_YES;
}

static enum fall with_event(struct sampler *sampler, load_fn load, struct window *window)
{
	const struct window_plan plan = {
		.load = load,
		.limits = lever,
		.interrupts = CONVICT_INTERRUPTS,
		.max_ns = FALL_NS,
		.until_fall = true,
	};

	if (window_run(sampler, &plan, window))
		return FALL_BROKEN;
	if (window_fell(window))
		return window->interrupts ? FALL_YES : FALL_FOREIGN;
	if (!window->interrupts)
		return FALL_NO_INTERRUPT;
	return window->interrupts >= CONVICT_INTERRUPTS ? FALL_NO : FALL_FEW;
}

/*
 * A driver whose clock is too coarse reports now and then only: it may miss a window, not all of
 * them.
 */
#define AGAIN		3

/*
 * Event, without, event, without: a fall that somebody else caused does not come back on cue.
 */
static enum fall rounds(struct sampler *sampler, load_fn load, struct window *window)
{
	struct window again;
	enum fall fall;
	int i;

	fall = control(load);
	if (fall != FALL_YES)
		return fall;
	fall = with_event(sampler, load, window);
	if (fall != FALL_YES)
		return fall;
	fall = FALL_NO;
	for (i = 0; i < AGAIN && fall == FALL_NO; i++) {
		fall = control(load);
		if (fall != FALL_YES)
			return fall;
		fall = with_event(sampler, load, &again);
	}
	/* The first fall was not the driver's doing, or the second would have come. */
	return fall == FALL_NO ? FALL_FOREIGN : fall;
}

enum fall fall_try(const struct perf_event_attr *attr, int cpu, uint64_t period, load_fn load,
		   struct window *window)
{
	struct sampler sampler;
	enum fall fall;

	memset(window, 0, sizeof(*window));
	window->nr_rates = 1;
	if (topology_pin(cpu) || sampler_open(&sampler, attr, cpu, period))
		return FALL_BROKEN;
	fall = rounds(&sampler, load, window);
	sampler_close(&sampler);
	return fall;
}

struct outcome fall_outcome(enum fall fall, const struct window *window, const char *what)
{
	switch (fall) {
	case FALL_YES:
		return pass();
	case FALL_NO:
		return fail("%s: %u interrupts under a budget of %u ns, the rate stayed at %u",
			    what, window->interrupts, LEVER_NS, window_rate(window));
	case FALL_FEW:
		return skip(SKIP_FEW_INTERRUPTS, "%s: %u of the %u that convict", what,
			    window->interrupts, CONVICT_INTERRUPTS);
	case FALL_NO_INTERRUPT:
		return skip(SKIP_NO_INTERRUPT, "%s: the event counts and delivers no sample", what);
	case FALL_FOREIGN:
		return skip(SKIP_SETUP_BROKEN, "%s: the rate falls without our event too", what);
	default:
		return skip(SKIP_SETUP_BROKEN, "%s: %s", what, strerror(errno));
	}
}
