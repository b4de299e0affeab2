// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-2: with a generous budget the rate does not fall.
 *
 * Generous is twice what an interrupt costs the interrupted program: the handler is only a part of
 * that. What disturbs the machine (a preempted virtual CPU, firmware) makes handlers longer, and
 * the time stolen from the program as well: a fall that the stolen time explains is no fault of
 * the driver, and the round is repeated.
 */
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/deadline.h"
#include "../lib/sysctl.h"

#define GENEROUS	2
#define ROUNDS		8

/* Falls without an explanation that convict: one might be another user's. */
#define CONVICT_ROUNDS	2

/* Two windows of the average: a report of more than 116 % of the budget would have broken it. */
#define INTERRUPTS	256

/* Between two looks at the rate. */
#define GROUP		16

struct rounds {
	unsigned int held, fell, disturbed;
	unsigned int rate_after;
	double most_ns;			/* of the round that fell */
};

static int one_round(struct stepper *stepper, const struct limits *limits, struct rounds *rounds)
{
	unsigned int seen = 0, n;

	/* The event stays on: only the budget changes. */
	if (limits_write(limits))
		return -1;
	stepper->peak_ns = stepper->most_ns;
	rounds->rate_after = limits->rate;
	while (seen < INTERRUPTS && rounds->rate_after == limits->rate) {
		n = step_over(stepper, GROUP);
		if (n < GROUP) {
			errno = ETIME;
			return -1;
		}
		seen += n;
		if (rate_read(&rounds->rate_after))
			return -1;
	}
	if (rounds->rate_after == limits->rate) {
		rounds->held++;
	} else if (stepper->peak_ns > budget_allowed_ns(limits)) {
		rounds->disturbed++;
	} else {
		rounds->fell++;
		rounds->most_ns = stepper->peak_ns;
	}
	return 0;
}

static int run_rounds(struct duration *dur, const struct limits *limits, struct rounds *rounds)
{
	struct sampler sampler;
	struct stepper stepper;
	int round, ret = 0;

	memset(rounds, 0, sizeof(*rounds));
	if (open_stepper(dur, &sampler, &stepper).verdict != PASS)
		return -1;
	for (round = 0; round < ROUNDS && !ret && !deadline_near(); round++) {
		ret = settle(dur, &stepper);
		if (!ret)
			ret = one_round(&stepper, limits, rounds);
		step_end(&stepper);
		if (rounds->held || rounds->fell == CONVICT_ROUNDS)
			break;
	}
	sampler_close(&sampler);
	return ret;
}

struct outcome dur2_generous_budget(struct duration *dur)
{
	struct limits limits;
	struct rounds rounds;
	uint64_t budget;

	if (!dur->reports)
		return skip(SKIP_NO_REPORT, "see DUR-1");
	if (!dur->stolen.ns)
		return skip(SKIP_COARSE_CLOCK, "the cost of an interrupt cannot be measured");
	budget = budget_pick(GENEROUS * dur->stolen.ns, roomy(dur).rate, &limits);
	if (run_rounds(dur, &limits, &rounds))
		return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	evidence("stolen_ns", "%llu", (unsigned long long)dur->stolen.ns);
	evidence("budget_ns", "%llu", (unsigned long long)budget);
	evidence("rounds", "%u held, %u fell, %u disturbed", rounds.held, rounds.fell,
		 rounds.disturbed);
	evidence("rate_before", "%u", limits.rate);
	evidence("rate_after", "%u", rounds.rate_after);
	if (rounds.held)
		return pass();
	if (!rounds.fell)
		return skip(SKIP_NOISY, "in %d rounds interrupts took more than twice their usual time",
			    ROUNDS);
	return fail("the rate fell under a budget of %llu ns, though interrupts took %.0f ns on average at most",
		    (unsigned long long)budget, rounds.most_ns);
}
