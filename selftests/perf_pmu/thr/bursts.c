// SPDX-License-Identifier: GPL-2.0
/* Reads the sequence of THROTTLE, UNTHROTTLE and SAMPLE records. No system calls. */
#include <stdlib.h>
#include <string.h>

#include "thr.h"

/* Of the period: far more than any skid, far less than a period that is lost or doubled. */
#define OFF_PART	4

enum place {
	NOWHERE,	/* before the first of them */
	BURST,
	GAP,
};

static void end_burst(struct bursts *bursts, unsigned int interrupts, unsigned int limit)
{
	if (!bursts->nr || interrupts < bursts->least)
		bursts->least = interrupts;
	if (interrupts > bursts->most)
		bursts->most = interrupts;
	bursts->nr++;
	bursts->shorter += interrupts < limit;
	bursts->longer += interrupts > limit;
}

/* Samples of a gap, whole or not. */
static void too_many(struct bursts *bursts, unsigned int samples)
{
	if (samples <= 1)
		return;
	bursts->noisy++;
	bursts->extra += samples - 1;
}

void bursts_count(const struct mark *marks, unsigned int nr, unsigned int limit,
		  struct bursts *bursts)
{
	enum place place = NOWHERE;
	unsigned int i, samples = 0;

	memset(bursts, 0, sizeof(*bursts));
	for (i = 0; i < nr; i++) {
		switch (marks[i].type) {
		case PERF_RECORD_SAMPLE:
			samples++;
			break;
		case PERF_RECORD_THROTTLE:
			/* The sample of the throttling interrupt is still to come. */
			if (place == BURST)
				end_burst(bursts, samples + 1, limit);
			if (place == GAP) {
				bursts->again++;
				break;
			}
			place = GAP;
			samples = 0;
			break;
		case PERF_RECORD_UNTHROTTLE:
			if (place == GAP) {
				bursts->gaps++;
				too_many(bursts, samples);
			}
			place = BURST;
			samples = 0;
			break;
		}
	}
	if (place == GAP)
		too_many(bursts, samples);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

void steps_count(const struct mark *marks, unsigned int nr, uint64_t period, struct steps *steps)
{
	const struct mark *last = NULL;
	bool gap = false, bad;
	uint64_t step;
	unsigned int i;

	memset(steps, 0, sizeof(*steps));
	for (i = 0; i < nr; i++) {
		if (marks[i].type == PERF_RECORD_UNTHROTTLE)
			gap = true;
		if (marks[i].type != PERF_RECORD_SAMPLE)
			continue;
		if (last) {
			step = marks[i].count - last->count;
			bad = distance(step, period) > period / OFF_PART;
			steps->within += !gap;
			steps->over += gap;
			steps->bad_within += bad && !gap;
			steps->bad_over += bad && gap;
			if (bad && gap && distance(step, period) > distance(steps->worst, period))
				steps->worst = step;
		}
		last = &marks[i];
		gap = false;
	}
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

unsigned int gap_times(const struct mark *marks, unsigned int nr, uint64_t *times,
		       unsigned int max)
{
	const struct mark *throttle = NULL;
	unsigned int i, n = 0;

	for (i = 0; i < nr && n < max; i++) {
		if (marks[i].type == PERF_RECORD_THROTTLE && !throttle)
			throttle = &marks[i];
		if (marks[i].type != PERF_RECORD_UNTHROTTLE || !throttle)
			continue;
		times[n++] = marks[i].time - throttle->time;
		throttle = NULL;
	}
	qsort(times, n, sizeof(*times), by_value);
	return n;
}

unsigned int silences(const struct mark *marks, unsigned int nr, uint64_t *times, unsigned int max)
{
	const struct mark *last = NULL;
	unsigned int i, n = 0;
	bool gap = false;

	for (i = 0; i < nr && n < max; i++) {
		if (marks[i].type == PERF_RECORD_UNTHROTTLE)
			gap = true;
		if (marks[i].type != PERF_RECORD_SAMPLE)
			continue;
		if (gap && last)
			times[n++] = marks[i].running - last->running;
		last = &marks[i];
		gap = false;
	}
	qsort(times, n, sizeof(*times), by_value);
	return n;
}
