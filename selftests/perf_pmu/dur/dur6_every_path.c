// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-6: every interrupt path reports: interrupts out of user and of kernel mode, of the second
 * counter, and those that the profile names. Interrupts are looked at one by one: under a budget
 * of 1 ns each report lowers the rate, so an interrupt that leaves the rate alone was not
 * reported.
 */
#include "dur.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../lib/deadline.h"

#define STEPS		64
/* An event that comes so rarely is no path that we can judge. */
#define STEP_NS		200000000

/*
 * A driver may deliver a sample outside of its interrupt (x86 drains its PEBS buffer at a context
 * switch), so a few are forgiven. One path of two would be half of them.
 */
#define FORGIVEN	(STEPS / 16)

struct path {
	const char *name;
	struct perf_event_attr attr;
	load_fn load;
	bool second;			/* with another event on the first counter */
};

struct tally {
	unsigned int seen, unreported;
};

static int step_through(struct duration *dur, struct sampler *sampler, load_fn load,
			struct tally *tally)
{
	struct stepper stepper;
	struct step step;
	int i, ret;

	step_init(&stepper, sampler, load, dur->hz, STEP_NS);
	ret = step_begin(&stepper, &step_limits);
	for (i = 0; i < STEPS && !ret && !deadline_near(); i++) {
		ret = step_one(&stepper, &step);
		if (!ret && !step.interrupts)
			break;
		tally->seen++;
		tally->unreported += !step.reported;
	}
	return ret;
}

/* Hold a counter, so that the next event gets another one. -1 where there is none to hold. */
static int occupy(const struct perf_event_attr *attr, int cpu)
{
	struct perf_event_attr counting = *attr;

	counting.pinned = 1;
	counting.sample_period = NO_OVERFLOW;
	return event_open(&counting, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static int try_path(struct duration *dur, const struct path *path, struct tally *tally)
{
	struct sampler sampler;
	int first = -1, ret;
	uint64_t period;
	bool busy;

	memset(tally, 0, sizeof(*tally));
	period = gentle_period(dur, &path->attr, path->load, &busy);
	if (!period)
		return 0;
	/* A PMU that delivers late does so on all paths: see speed_up(). */
	if (period > dur->period)
		period = dur->period;
	if (path->second)
		first = occupy(&path->attr, dur->cpu);
	ret = sampler_open(&sampler, &path->attr, dur->cpu, period);
	if (!ret) {
		ret = step_through(dur, &sampler, path->load, tally);
		sampler_close(&sampler);
	}
	if (first >= 0)
		close(first);
	return ret;
}

/* PASS: judged and reported; SKIP: this PMU does not have the path. */
static struct outcome judge_path(struct duration *dur, const struct path *path)
{
	struct tally tally;
	char key[64];

	snprintf(key, sizeof(key), "path %s", path->name);
	if (try_path(dur, path, &tally)) {
		evidence(key, "%s", strerror(errno));
		return skip(SKIP_NO_SAMPLING, "%s", path->name);
	}
	evidence(key, "%u interrupts one by one, %u not reported", tally.seen, tally.unreported);
	if (tally.unreported < tally.seen)
		dur->not_silent = true;
	if (tally.seen < STEPS)
		return skip(SKIP_FEW_INTERRUPTS, "%s: %u of %u", path->name, tally.seen, STEPS);
	if (tally.unreported <= FORGIVEN)
		return pass();
	return fail("path %s: %u of %u interrupts were not reported", path->name,
		    tally.unreported, tally.seen);
}

static bool opens(struct perf_event_attr *attr, int cpu)
{
	int fd = event_open(attr, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/*
 * Interrupts out of one mode only. A PMU that refuses to leave out a mode has most of its
 * interrupts where the load spends its time, and a few unreported ones are enough.
 */
static void one_mode(const struct duration *dur, struct path *path)
{
	if (opens(&path->attr, dur->cpu))
		return;
	path->attr.exclude_user = 0;
	path->attr.exclude_kernel = 0;
}

static int list_paths(const struct duration *dur, struct path *paths)
{
	const struct pmu_profile *profile = dur->target->profile;
	const struct perf_event_attr *attr = &dur->target->attr;
	char err[PMU_ERR_LEN];
	int i, nr = 0;

	paths[nr++] = (struct path){ .name = profile->event, .attr = *attr, .load = load_run };
	paths[nr++] = (struct path){ .name = "user", .attr = *attr, .load = load_run };
	paths[nr - 1].attr.exclude_kernel = 1;
	one_mode(dur, &paths[nr - 1]);
	paths[nr++] = (struct path){ .name = "kernel", .attr = *attr, .load = load_kernel };
	paths[nr - 1].attr.exclude_user = 1;
	one_mode(dur, &paths[nr - 1]);
	paths[nr++] = (struct path){ .name = "second counter", .attr = *attr, .load = load_run,
				     .second = true };
	for (i = 0; i < profile->nr_paths; i++) {
		paths[nr] = (struct path){ .name = profile->paths[i].name, .load = load_run };
		if (event_parse(PMU_SYSFS, &dur->target->pmu, profile->paths[i].event,
				&paths[nr].attr, err)) {
			note("path %s: %s", profile->paths[i].name, err);
			continue;
		}
		nr++;
	}
	return nr;
}

struct outcome dur6_every_path(struct duration *dur)
{
	struct path paths[4 + PROFILE_PATHS];
	struct outcome outcome, verdict;
	int nr, i, judged = 0;

	if (topology_pin(dur->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", dur->cpu, strerror(errno));
	nr = list_paths(dur, paths);
	verdict = skip(SKIP_FEW_INTERRUPTS, "no path delivered enough");
	for (i = 0; i < nr; i++) {
		outcome = judge_path(dur, &paths[i]);
		if (outcome.verdict == FAIL)
			verdict = outcome;
		if (outcome.verdict == PASS && verdict.verdict == SKIP)
			verdict = outcome;
		judged += outcome.verdict != SKIP;
	}
	evidence("paths", "%d of %d judged", judged, nr);
	if (verdict.verdict == PASS)
		verdict = no_sample_reported(dur);
	return verdict.verdict == PASS ? reported_once(dur) : verdict;
}
