// SPDX-License-Identifier: GPL-2.0
/*
 * THR-2: between THROTTLE and UNTHROTTLE the event delivers no sample but that of the throttling
 * interrupt itself, and is not throttled again. Nothing that holds up this CPU adds a sample there;
 * an interrupt that was already on its way may, now and then.
 */
#include "thr.h"

#define TICKS		64
#define PER_TICK	4

/* One in so many gaps may have a late interrupt. */
#define LATE_PART	8

struct outcome thr2_silent_while_throttled(struct bench *bench)
{
	static struct track track;
	struct throttled run = {
		.rate = PER_TICK * bench->run->hz,
		.ticks = TICKS,
		.track = &track,
	};
	struct outcome outcome;
	struct bursts bursts;

	outcome = throttled_run(bench, &run);
	if (outcome.verdict != PASS)
		return outcome;
	bursts_count(track.marks, track.nr, PER_TICK, &bursts);
	bursts_tell("throttled", &bursts);
	if (bursts.noisy * LATE_PART > bursts.gaps || bursts.extra * LATE_PART > bursts.gaps ||
	    bursts.again)
		return fail("%u samples too many in %u of %u gaps, %u times throttled again without an UNTHROTTLE",
			    bursts.extra, bursts.noisy, bursts.gaps, bursts.again);
	return pass();
}
