// SPDX-License-Identifier: GPL-2.0
/*
 * THR-5: throttling an event does not disturb the count of another, and its group stays one: all
 * of it stops or none, so that the counts of a group can be compared. The control is the same pair
 * of events under a limit that throttles nothing.
 */
#include "thr.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_NS	100000000

/*
 * A throttled event keeps a sixteenth of its counts: far off, whichever of the two is hit. What a
 * clock frequency or a busy machine changes is less.
 */
#define FACTOR		2.0

/* A counter that does not have its event all of the time is somebody else's too. */
#define RUNNING_PERCENT	90

enum role {
	ALONE,		/* the other is an event of its own */
	MEMBER,		/* the throttled event leads, the other is a member */
	SAMPLING,	/* the same, and the other is set up to interrupt */
	LEADER,		/* the other leads */
	ROLES
};

static const char *const roles[] = { "alone", "member", "sampling_member", "leader" };

struct pair {
	struct sampler sampler;		/* is throttled */
	int other;			/* only counts */
};

/* What both counted in a window. */
struct counted {
	struct reading own, other;
	bool throttled;			/* by the records of its own */
};

/* PASS also where the pair cannot be opened: then *opened is false. */
static struct outcome open_pair(const struct bench *bench, enum role role, int other,
				struct pair *pair, bool *opened)
{
	struct outcome outcome;

	bool leads = role == MEMBER || role == SAMPLING;

	*opened = false;
	pair->other = -1;
	if (!leads) {
		pair->other = bench_open_other(bench, other, 0, -1);
		if (pair->other < 0)
			return pass();
	}
	outcome = bench_open(bench, bench->pace.period, role == LEADER ? pair->other : -1,
			     &pair->sampler);
	if (outcome.verdict != PASS) {
		if (pair->other >= 0)
			close(pair->other);
		/* A group that the PMU has no counters for. */
		return role == LEADER ? pass() : outcome;
	}
	if (leads) {
		pair->other = bench_open_other(bench, other, role == SAMPLING ? NO_OVERFLOW : 0,
					       pair->sampler.fd);
		if (pair->other < 0) {
			sampler_close(&pair->sampler);
			return pass();
		}
	}
	*opened = true;
	return outcome;
}

static bool counts_all_the_time(const struct reading *reading)
{
	return reading->count && reading->running >= reading->enabled * RUNNING_PERCENT / 100;
}

/*
 * Was the second window throttled, and not the first? By the counts: the records of a throttled
 * group are its leader's from 6.16 on.
 */
static bool comparable(const struct counted *calm, const struct counted *throttled)
{
	return !calm->throttled && throttled->own.count < calm->own.count / FACTOR;
}

/* False: nothing can be said of such a window. */
static bool count(struct pair *pair, unsigned int rate, struct counted *counted)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = { .rate = rate, .percent = 99 },
		.max_ns = WINDOW_NS,
	};
	struct reading own, other;
	struct window window;

	if (reading_of(pair->sampler.fd, &own) || reading_of(pair->other, &other) ||
	    window_run(&pair->sampler, &plan, &window) ||
	    reading_of(pair->sampler.fd, &counted->own) ||
	    reading_of(pair->other, &counted->other) || window_fell(&window))
		return false;
	counted->own = reading_since(&own, &counted->own);
	counted->other = reading_since(&other, &counted->other);
	counted->throttled = window.counts.throttle;
	return counts_all_the_time(&counted->own) && counts_all_the_time(&counted->other);
}

/*
 * What throttling should not change: the other's count per ns on the counter, or in a group to that
 * of the throttled event. A leader counts already while its member is being switched on, as fast as
 * it does when calm: that is taken off.
 */
static double ratio(enum role role, const struct counted *calm, const struct counted *counted)
{
	double rate = (double)calm->other.count / calm->other.running;
	double alone_ns = (double)counted->other.enabled - counted->own.enabled;

	if (role == ALONE)
		return (double)counted->other.count / counted->other.running;
	return (counted->other.count - rate * alone_ns) / counted->own.count;
}

static struct outcome judge(enum role role, const struct counted *calm,
			    const struct counted *throttled)
{
	double change = ratio(role, calm, throttled) / ratio(role, calm, calm);
	struct outcome outcome;

	evidence(roles[role], "counts of the two %llu and %llu, throttled %llu and %llu: the ratio changes by a factor of %.2f",
		 (unsigned long long)calm->own.count, (unsigned long long)calm->other.count,
		 (unsigned long long)throttled->own.count,
		 (unsigned long long)throttled->other.count, change);
	if (change < FACTOR && change > 1 / FACTOR)
		return pass();
	if (role != ALONE)
		return fail("a group with a throttled %s: the counts of the other (%s) come to differ by a factor of %.2f",
			    role == LEADER ? "member" : "leader", roles[role], change);
	outcome = fail("an event of its own counts %.2f times as fast while another is throttled",
		       change);
	outcome.beyond = true;
	return outcome;
}

struct seen {
	bool counting, throttled;	/* a pair of which both count, and one that was throttled */
};

static struct outcome try_role(const struct bench *bench, enum role role, struct seen *seen)
{
	const unsigned int hz = bench->run->hz;
	struct counted calm, throttled;
	struct outcome outcome;
	bool opened, counted, throttled_too;
	struct pair pair;
	int other;

	for (other = 0; other <= bench->target->profile->nr_paths; other++) {
		outcome = open_pair(bench, role, other, &pair, &opened);
		if (outcome.verdict != PASS)
			return outcome;
		if (!opened)
			continue;
		counted = count(&pair, 4 * BENCH_PER_TICK * hz, &calm) &&
			  count(&pair, hz, &throttled);
		throttled_too = counted && comparable(&calm, &throttled);
		sampler_close(&pair.sampler);
		close(pair.other);
		seen->counting |= counted;
		seen->throttled |= throttled_too;
		if (throttled_too)
			return judge(role, &calm, &throttled);
	}
	evidence(roles[role], "no two events that count at the same time, one of them throttled");
	return pass();
}

struct outcome thr5_others_undisturbed(struct bench *bench)
{
	struct seen seen = { false, false };
	struct outcome outcome;
	enum role role;

	for (role = ALONE; role < ROLES; role++) {
		/* ratio() would be off by a tick's counts. */
		if (role == LEADER && bench->coarse)
			continue;
		outcome = try_role(bench, role, &seen);
		if (outcome.verdict != PASS)
			return outcome;
	}
	if (!seen.counting && bench->coarse)
		return skip(SKIP_COARSE_CLOCK, "no two events count in the time of a test");
	if (!seen.counting)
		return skip(SKIP_COUNTER_BUSY, "no two events count at the same time");
	if (!seen.throttled)
		return skip(SKIP_NO_THROTTLE, "it counts on at any limit, see THR-2");
	return crowd(bench);
}
