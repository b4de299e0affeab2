// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-7: percent 0 and 100 switch it off, rate writes then fail with EINVAL, and it works again
 * afterwards, also after somebody has set the lowest or a huge rate.
 */
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/sysctl.h"

/* Many times what the lever needs for a fall. */
#define INTERRUPTS	256

/* A virtual CPU that waits for its host gets so many times the time that they should take. */
#define PATIENCE	8

static struct outcome off(struct duration *dur, struct sampler *sampler, unsigned int percent)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = { .rate = lever.rate, .percent = percent },
		.interrupts = INTERRUPTS,
		.max_ns = PATIENCE * INTERRUPTS * NSEC_PER_SEC / dur->gentle,
	};
	struct window window;

	if (window_run(sampler, &plan, &window))
		return skip(SKIP_SETUP_BROKEN, "percent %u: %s", percent, strerror(errno));
	evidence("switched_off", "percent %u: %u interrupts, rate %u -> %u", percent,
		 window.interrupts, window.rates[0], window_rate(&window));
	if (window_fell(&window))
		return fail("percent %u: the rate fell to %u", percent, window_rate(&window));
	if (!rate_write(lever.rate) || errno != EINVAL)
		return fail("percent %u: the rate can be written", percent);
	if (window.interrupts < INTERRUPTS)
		return skip(SKIP_FEW_INTERRUPTS, "%u of %u", window.interrupts, INTERRUPTS);
	return pass();
}

/* Budgets of a quarter of a second, and of less than a ns, which counts as 1. */
static struct outcome odd_rates(void)
{
	static const struct limits odd[] = {
		{ .rate = 1, .percent = 25 },
		{ .rate = 1000000000, .percent = 25 },
	};
	size_t i;

	for (i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		if (limits_write(&odd[i]))
			return fail("rate %u cannot be set: %s", odd[i].rate, strerror(errno));
	return pass();
}

struct outcome dur7_switched_off(struct duration *dur)
{
	struct outcome outcome;
	struct sampler sampler;
	struct window window;
	enum fall fall;

	if (!dur->reports)
		return skip(SKIP_NO_REPORT, "see DUR-1");
	outcome = open_loading(dur, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	outcome = off(dur, &sampler, 0);
	if (outcome.verdict == PASS)
		outcome = off(dur, &sampler, 100);
	sampler_close(&sampler);
	if (outcome.verdict == PASS)
		outcome = odd_rates();
	if (outcome.verdict != PASS)
		return outcome;
	fall = fall_try(&dur->target->attr, dur->cpu, dur->period, load_run, &window);
	evidence("budget_ns", "%u", LEVER_NS);
	evidence("rate_before", "%u", window.rates[0]);
	evidence("rate_after", "%u", window_rate(&window));
	return fall_outcome(fall, &window, "switched on again");
}
