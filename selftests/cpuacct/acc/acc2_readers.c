// SPDX-License-Identifier: GPL-2.0
/*
 * ACC-2: who reads a group's statistics, on all other CPUs and without a pause, leaves its context
 * switches as fast as they are, and one read costs no more than adding the CPUs' figures up takes.
 * Held against readers of a file of the same group that accounts for nothing: what readers do to
 * caches, and to a host that runs us, they do as well.
 */
#include "acc.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/deadline.h"

/*
 * Readers take no lock that a switch takes. Its counters' cache lines they do take away, and these
 * come back behind the readers that wait for them as well: a tenth of a microsecond for each. That
 * is allowed to be as much as a switch. One reader left 0.88 to 1.00 of the rate here; one that
 * holds such a lock for a millisecond leaves 0.001.
 */
static double least_beside(int readers)
{
	return 1.0 / (1 + readers);
}

/* The cheapest of so many: whatever disturbs a read makes it cost more. */
#define COST_ROUNDS	5

/*
 * In reads of the control, some 0.4 us on x86-64: what a flush of everything below a group may
 * take (version 2 after 400 children had run: 93 to 126 us), and what each possible CPU adds:
 * usage_percpu prints a number for it, a flush takes its lock.
 */
#define COST_BASE	300
#define COST_PER_CPU	2

static const char *const files[] = { "cpuacct.stat", "cpuacct.usage_percpu", "cpu.stat" };

struct reading {
	const struct accounting *acc;
	enum depth depth;
	const char *file;
	char path[CGROUP_PATH + 32], control[CGROUP_PATH + 32];
};

static void name_files(struct reading *reading)
{
	const struct groups *groups = reading->acc->groups;
	const char *group = groups->path[reading->depth];

	snprintf(reading->path, sizeof(reading->path), "%s/%s", group, reading->file);
	snprintf(reading->control, sizeof(reading->control), "%s/%s", group,
		 groups->hierarchy->v2 ? "cgroup.max.depth" : "notify_on_release");
}

static struct outcome unreadable(const char *path)
{
	return skip(SKIP_SETUP_BROKEN, "%s: no more to be read", path);
}

static struct outcome one_read(const struct reading *reading)
{
	double cost = INFINITY, control = INFINITY, most;
	struct round round;
	int i;

	for (i = 0; i < COST_ROUNDS; i++) {
		round = pairs_read(reading->path);
		cost = fmin(cost, round_cost(&round));
		round = pairs_read(reading->control);
		control = fmin(control, round_cost(&round));
	}
	if (isinf(cost) || isinf(control))
		return unreadable(isinf(cost) ? reading->path : reading->control);
	most = control * (COST_BASE + COST_PER_CPU * sysconf(_SC_NPROCESSORS_CONF));
	evidence(reading->file, "%s: one read %.0f ns, at most %.0f are due, of a file without figures %.0f ns",
		 depth_names[reading->depth], cost, most, control);
	if (cost <= most)
		return pass();
	return fail("%s, %s: one read takes %.0f us, at most %.0f are due", reading->file,
		    depth_names[reading->depth], cost / 1000, most / 1000);
}

/* Readers of the control, of the file, of the control. */
static struct outcome storm(const struct reading *reading, int readers)
{
	struct storm before, during = { 0 }, after;
	struct comparison comparison;
	struct judgement judgement;
	char what[96];
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (!deadline_left_ns())
			return skip(SKIP_OUT_OF_TIME, "%d of %d rounds", i, ROUNDS);
		before = pairs_storm(reading->control, readers);
		during = pairs_storm(reading->path, readers);
		after = pairs_storm(reading->control, readers);
		if (!before.pairs.work || !during.pairs.work || !after.pairs.work)
			return skip(SKIP_NOISY, "a pair of threads got no time");
		if (!before.readers.work || !during.readers.work)
			return skip(SKIP_NOISY, "no reader got any time");
		comparison.ratio[i] = round_rate(&during.pairs) * 2 /
				      (round_rate(&before.pairs) + round_rate(&after.pairs));
		comparison.noise[i] = log(round_rate(&after.pairs) / round_rate(&before.pairs));
	}
	judgement = comparison_judge(&comparison);
	snprintf(what, sizeof(what), "%s, %s, %d readers", reading->file,
		 depth_names[reading->depth], readers);
	evidence(what, "%.3f of the rate beside other readers, %.3f to %.3f with the noise; a read takes %.0f ns there",
		 judgement.median, judgement.low, judgement.high, round_cost(&during.readers));
	return judgement_least(&judgement, least_beside(readers), what);
}

static struct outcome at_depth(struct reading *reading)
{
	const struct accounting *acc = reading->acc;
	struct outcome outcome, one;
	int cpus;

	name_files(reading);
	if (groups_enter(acc->groups, reading->depth))
		return skip(SKIP_SETUP_BROKEN, "moving into %s: %s",
			    acc->groups->path[reading->depth], strerror(errno));
	outcome = one_read(reading);
	if (outcome.verdict == PASS && acc->cpus->nr == 1)
		return skip(SKIP_SINGLE_CPU, "nobody can read while a pair switches");
	/* Who waits for another CPU's lock there spends its turn of milliseconds, for both. */
	if (outcome.verdict == PASS && acc->insn_ns)
		return skip(SKIP_TURNS, "no rate is judged; a read's cost is as it should be");
	for (cpus = cpus_next(acc, 1); cpus && outcome.verdict != FAIL;
	     cpus = cpus_next(acc, cpus)) {
		one = storm(reading, cpus - 1);
		outcome = outcome_of_both(&outcome, &one);
	}
	return outcome;
}

struct outcome acc2_readers(const struct accounting *acc)
{
	static const enum depth depths[] = { DEPTH_1, DEPTH_8 };
	struct reading reading = { .acc = acc };
	struct outcome outcome = pass(), one;
	size_t file, i;
	int found = 0;

	if (pairs_start(acc->cpus))
		return skip(SKIP_SETUP_BROKEN, "threads: %s", strerror(errno));
	for (file = 0; file < sizeof(files) / sizeof(*files); file++) {
		reading.file = files[file];
		reading.depth = DEPTH_1;
		name_files(&reading);
		if (access(reading.path, R_OK))
			continue;
		found++;
		for (i = 0; i < sizeof(depths) / sizeof(*depths); i++) {
			reading.depth = depths[i];
			one = at_depth(&reading);
			outcome = outcome_of_both(&outcome, &one);
		}
	}
	pairs_stop();
	return found ? outcome : skip(SKIP_NO_ACCOUNTING, "%s: no statistics to read",
				      acc->groups->path[DEPTH_1]);
}
