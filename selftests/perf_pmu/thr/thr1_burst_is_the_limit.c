// SPDX-License-Identifier: GPL-2.0
/*
 * THR-1: an event gets as many interrupts from its UNTHROTTLE to its THROTTLE as the limit allows
 * in a tick, max_samples_per_tick. A tick that comes late, after others have held up this CPU,
 * shortens the next one and lets a burst run over its end, so a few bursts may be longer.
 */
#include <stdio.h>

#include "thr.h"

/* A quarter of them convicts: bursts take a quarter of a tick, and few ticks are short. */
#define WRONG_PART	4
#define TICKS		64

static struct outcome try_rate(const struct bench *bench, unsigned int rate, unsigned int *seen)
{
	static struct track track;
	struct throttled run = {
		.rate = rate, .ticks = TICKS, .track = &track,
	};
	unsigned int limit = budget_per_tick(rate, bench->run->hz);
	struct outcome outcome;
	struct bursts bursts;
	char what[32];

	outcome = throttled_run(bench, &run);
	if (outcome.verdict != PASS)
		return outcome;
	bursts_count(track.marks, track.nr, limit, &bursts);
	snprintf(what, sizeof(what), "rate %u", rate);
	bursts_tell(what, &bursts);
	*seen += bursts.nr;
	if (bursts.shorter * WRONG_PART > bursts.nr)
		return fail("rate %u: %u of %u bursts have fewer than %u interrupts, the least %u",
			    rate, bursts.shorter, bursts.nr, limit, bursts.least);
	if (bursts.longer * WRONG_PART > bursts.nr)
		return fail("rate %u: %u of %u bursts have more than %u interrupts, the most %u",
			    rate, bursts.longer, bursts.nr, limit, bursts.most);
	return pass();
}

struct outcome thr1_burst_is_the_limit(struct bench *bench)
{
	const unsigned int hz = bench->run->hz;
	/* One in a tick, a few, and no multiple of HZ: the core rounds the limit up. */
	const unsigned int rates[] = { hz, 4 * hz, 4 * hz + 1 };
	struct outcome outcome = pass();
	unsigned int seen = 0;
	size_t i;

	for (i = 0; i < sizeof(rates) / sizeof(*rates) && outcome.verdict == PASS; i++)
		outcome = try_rate(bench, rates[i], &seen);
	if (outcome.verdict == PASS && !seen)
		return skip(SKIP_NO_THROTTLE, "not once from an UNTHROTTLE to a THROTTLE, see THR-2");
	return outcome;
}
