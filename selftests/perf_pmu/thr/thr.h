/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_THROTTLE_H
#define PMU_THROTTLE_H

#include "../lib/bench.h"

/*
 * Throttling as the records tell it. A burst is what comes between an UNTHROTTLE and the next
 * THROTTLE, a gap what comes from there to the next UNTHROTTLE. The core writes the THROTTLE
 * before the sample of the interrupt that throttled (__perf_event_overflow()).
 */
struct bursts {
	unsigned int nr;		/* whole bursts */
	unsigned int shorter, longer;	/* fewer or more interrupts than the limit */
	unsigned int least, most;	/* interrupts of one */
	unsigned int gaps;		/* whole gaps */
	unsigned int noisy;		/* gaps with samples beside that of the throttling one */
	unsigned int extra;		/* those samples */
	unsigned int again;		/* THROTTLE records in a gap: it was not throttled */
};

/* limit: interrupts of an event in a tick at which the core throttles it. */
void bursts_count(const struct mark *marks, unsigned int nr, unsigned int limit,
		  struct bursts *bursts);

/* Evidence lines of them. */
void bursts_tell(const char *what, const struct bursts *bursts);

/*
 * How the count of a throttled event goes on. A step is what the event counts from one sample to
 * the next, which is the period, in all: some a little more, the next less, as interrupts come
 * late.
 */
struct steps {
	unsigned int within, over;		/* steps within a burst, steps over a gap */
	unsigned int bad_within, bad_over;	/* of them off the period by a quarter or more */
	uint64_t worst;				/* of bad_over, the one furthest off */
};

void steps_count(const struct mark *marks, unsigned int nr, uint64_t period, struct steps *steps);

/*
 * Times from a THROTTLE to the UNTHROTTLE that follows, in ns, sorted into times (max of them).
 * Returns their number.
 */
unsigned int gap_times(const struct mark *marks, unsigned int nr, uint64_t *times,
		       unsigned int max);

/*
 * The same from the last sample before an UNTHROTTLE to the first behind it, in ns that the event
 * was on its counter: not while its task waits for the CPU.
 */
unsigned int silences(const struct mark *marks, unsigned int nr, uint64_t *times,
		      unsigned int max);

/* A sampler of the loading event at its pace, under a limit that it exceeds. */
struct throttled {
	unsigned int rate;	/* samples a second allowed */
	unsigned int ticks;	/* how long */
	struct track *track;	/* what its ring said */
	uint64_t id;		/* of the event */
};

/*
 * Run the load with it. PASS, or why it could not run; SKIP_FEW_INTERRUPTS where the event was not
 * throttled in at least a quarter of the ticks.
 */
struct outcome throttled_run(const struct bench *bench, struct throttled *run);

/* Part of THR-5: groups that take turns. */
struct outcome crowd(const struct bench *bench);

struct outcome thr1_burst_is_the_limit(struct bench *bench);
struct outcome thr2_silent_while_throttled(struct bench *bench);
struct outcome thr3_always_unthrottled(struct bench *bench);
struct outcome thr4_never_above_the_limit(struct bench *bench);
struct outcome thr5_others_undisturbed(struct bench *bench);
struct outcome thr6_records_are_right(struct bench *bench);

#endif
