// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-2: one event more than there are counters, and twice as many and one: each gets a
 * turn, and its count, scaled by the time that it had one, is that of its likes.
 */
#include "ctx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lib/deadline.h"
#include "../lib/sysctl.h"

#define EVENTS		64

/* One event moves on with each turn of the multiplexing: each has had several then. */
#define TURNS		8

/* Where the PMU does not say how long a turn is (perf_mux_hrtimer, default of 4.x and later). */
#define TURN_MS		4

#define MOST_NS		1000000000ULL

/*
 * perf's clock is sched_clock(), which is jiffies on machines without a better one: a turn must be
 * so many of its steps, or the times, and what is scaled by them, mean nothing.
 */
#define STEPS		16

/*
 * The load is steady, but not the machine: a quarter more or less of the middle one, and one round
 * of several in which it is within that acquits an event.
 */
#define NEAR_PERCENT	25

/*
 * Against an event that has a counter for itself the middle one is half or twice as much at the
 * most: in between the CPU may have changed its frequency.
 */
#define ALONE		2

struct many {
	int fd[EVENTS];
	int nr;
	double scaled[EVENTS];		/* events per ns of running */
	bool right[EVENTS];		/* near the middle one in some round */
	uint64_t least_ns, enabled_ns;	/* the shortest running */
	bool back;			/* a count went back */
};

static void many_close(struct many *many)
{
	while (many->nr)
		close(many->fd[--many->nr]);
}

static int many_open(const struct context *ctx, struct many *many, int nr)
{
	many->nr = 0;
	while (many->nr < nr) {
		many->fd[many->nr] = count_self(ctx, -1);
		if (many->fd[many->nr] < 0) {
			many_close(many);
			return -1;
		}
		many->nr++;
	}
	return 0;
}

static uint64_t turn_ns(const struct context *ctx)
{
	char path[PMU_DIR_LEN + 32];
	unsigned int turn_ms;

	snprintf(path, sizeof(path), "%s/perf_event_mux_interval_ms", ctx->target->pmu.dir);
	if (read_uint(path, &turn_ms) || !turn_ms)
		turn_ms = TURN_MS;
	return turn_ms * 1000000ULL;
}

/* The smallest of a few steps of the times that a counter tells, in ns. */
static uint64_t clock_step_ns(int fd)
{
	uint64_t least = UINT64_MAX, last = read_counter(fd).enabled, now;
	int steps = 0;

	while (steps < TURNS) {
		now = read_counter(fd).enabled;
		if (now == last)
			continue;
		/* The first one may have begun before. */
		if (steps++ && now - last < least)
			least = now - last;
		last = now;
	}
	return least;
}

static struct outcome clock_is_fine(const struct context *ctx)
{
	int fd = count_self(ctx, -1);
	uint64_t step_ns;

	if (fd < 0)
		return broken("a counter of this task");
	step_ns = clock_step_ns(fd);
	close(fd);
	if (step_ns <= turn_ns(ctx) / STEPS)
		return pass();
	evidence("clock", "times are in steps of %llu ns, a turn is %llu",
		 (unsigned long long)step_ns, (unsigned long long)turn_ns(ctx));
	return skip(SKIP_COARSE_CLOCK, "groups are whole, scaled counts cannot be judged");
}

static uint64_t long_enough_ns(const struct context *ctx, int events)
{
	uint64_t ns = turn_ns(ctx) * events * TURNS;

	return ns < MOST_NS ? ns : MOST_NS;
}

static void measure(const struct context *ctx, struct many *many)
{
	struct reading before[EVENTS], middle[EVENTS], delta;
	uint64_t end_ns = long_enough_ns(ctx, many->nr);
	int i;

	many->least_ns = UINT64_MAX;
	many->back = false;
	for (i = 0; i < many->nr; i++) {
		before[i] = read_counter(many->fd[i]);
		middle[i] = before[i];
	}
	do {
		work_units(ctx, 1);
		for (i = 0; i < many->nr; i++) {
			delta = read_counter(many->fd[i]);
			many->back |= delta.count < middle[i].count;
			middle[i] = delta;
		}
	} while (middle[0].enabled - before[0].enabled < end_ns);
	for (i = 0; i < many->nr; i++) {
		delta = since(&before[i], many->fd[i]);
		many->scaled[i] = delta.running ? (double)delta.count / delta.running : 0;
		many->enabled_ns = delta.enabled;
		if (delta.running < many->least_ns)
			many->least_ns = delta.running;
	}
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double middle_of(const struct many *many)
{
	double sorted[EVENTS];

	memcpy(sorted, many->scaled, sizeof(sorted));
	qsort(sorted, many->nr, sizeof(*sorted), by_size);
	return sorted[many->nr / 2];
}

/* True: each event has been right in some round. */
static bool all_right(struct many *many, double alone)
{
	double middle = middle_of(many);
	bool right = true;
	int i;

	for (i = 0; i < many->nr; i++) {
		if (many->scaled[i] >= middle * (100 - NEAR_PERCENT) / 100 &&
		    many->scaled[i] <= middle * (100 + NEAR_PERCENT) / 100 &&
		    middle >= alone / ALONE && middle <= alone * ALONE)
			many->right[i] = true;
		right &= many->right[i];
	}
	return right;
}

static struct outcome judge(const struct context *ctx, struct many *many, double alone,
			    bool right)
{
	double middle = middle_of(many), least, most;

	qsort(many->scaled, many->nr, sizeof(*many->scaled), by_size);
	least = middle ? 100 * many->scaled[0] / middle : 0;
	most = middle ? 100 * many->scaled[many->nr - 1] / middle : 0;
	evidence("multiplexed", "%d events on %d counters, the shortest ran for %llu of %llu ns, scaled counts are %.0f to %.0f %% of the middle one, that is %.0f %% of one alone",
		 many->nr, ctx->counters, (unsigned long long)many->least_ns,
		 (unsigned long long)many->enabled_ns, least, most, 100 * middle / alone);
	if (many->back)
		return fail("a count of %d multiplexed events went back", many->nr);
	if (right)
		return pass();
	if (!many->least_ns)
		return fail("one of %d events on %d counters never had its turn in %llu ms",
			    many->nr, ctx->counters,
			    (unsigned long long)many->enabled_ns / 1000000);
	if (ctx->host_time)
		return skip(SKIP_NOISY, "scaled counts are %.0f to %.0f %% of the middle one",
			    least, most);
	return fail("the scaled counts of %d like events are %.0f to %.0f %% of the middle one, that is %.0f %% of one alone",
		    many->nr, least, most, 100 * middle / alone);
}

static struct outcome with(const struct context *ctx, int nr)
{
	struct many many = { 0 };
	bool right = false;
	struct outcome outcome;
	double alone;
	int round;

	if (nr > EVENTS)
		nr = EVENTS;
	if (many_open(ctx, &many, 1))
		return broken("an event alone");
	measure(ctx, &many);
	alone = many.scaled[0];
	many_close(&many);
	if (!alone)
		return skip(SKIP_COUNTER_BUSY, "an event alone has no counter");
	if (many_open(ctx, &many, nr))
		return broken("events that share the counters");
	for (round = 0; round < ROUNDS && !right && !deadline_near(); round++) {
		measure(ctx, &many);
		right = all_right(&many, alone) && many.least_ns;
	}
	outcome = round ? judge(ctx, &many, alone, right) :
			  skip(SKIP_OUT_OF_TIME, "earlier tests took too long");
	many_close(&many);
	return outcome;
}

struct outcome scales_right(const struct context *ctx)
{
	struct outcome outcome = clock_is_fine(ctx);

	if (outcome.verdict == PASS)
		outcome = with(ctx, ctx->counters + 1);
	return outcome.verdict == PASS ? with(ctx, 2 * ctx->counters + 1) : outcome;
}
