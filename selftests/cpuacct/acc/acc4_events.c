// SPDX-License-Identifier: GPL-2.0
/*
 * ACC-4: both hold as well while events follow the tasks or count for the group: the rate in a deep
 * group is near that in the root group, and the group's time is its tasks'. What an event adds to
 * a switch is told, nothing is due there.
 */
#include "acc.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/deadline.h"
#include "lib/events.h"
#include "lib/require.h"

/* As ACC-1: the event costs both the same, its time is part of what the depth is held against. */
#define LEAST_WITH_EVENTS	0.5

/* Many switches lie between two samples: what is judged is the switch. */
#define SAMPLE_NS		1000000

struct kind {
	const char *name;
	bool of_group;			/* on each CPU, else of the task and who it begets */
	uint64_t config, period;
};

static const struct kind kinds[] = {
	{ "task counter", false, PERF_COUNT_SW_CONTEXT_SWITCHES, 0 },
	{ "task sampling", false, PERF_COUNT_SW_CPU_CLOCK, SAMPLE_NS },
	{ "cgroup counter", true, PERF_COUNT_SW_CONTEXT_SWITCHES, 0 },
};

struct events {
	int *fd, nr;
};

static void events_close(struct events *events)
{
	while (events->nr)
		close(events->fd[--events->nr]);
	free(events->fd);
	events->fd = NULL;
}

static int add(struct events *events, struct perf_event_attr *attr, int pid, int cpu, int flags)
{
	int fd = event_open(attr, pid, cpu, -1, flags | PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return -1;
	events->fd[events->nr++] = fd;
	return 0;
}

static int add_group(struct events *events, struct perf_event_attr *attr,
		     const struct accounting *acc, const char *path)
{
	int i, ret = 0, dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dir < 0)
		return -1;
	for (i = 0; !ret && i < acc->cpus->nr; i++)
		ret = add(events, attr, dir, acc->cpus->cpu[i], PERF_FLAG_PID_CGROUP);
	close(dir);
	return ret;
}

/*
 * Before the threads, which inherit those of the task. No ring: samples are taken, and dropped at
 * the end. 0, or -1 with errno.
 */
static int events_open(const struct kind *kind, const struct accounting *acc, struct events *events)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = kind->config, .sample_period = kind->period, .inherit = !kind->of_group,
	};
	const struct groups *groups = acc->groups;
	int err, ret;

	events->nr = 0;
	events->fd = calloc(2 * (size_t)acc->cpus->nr, sizeof(*events->fd));
	if (!events->fd)
		return -1;
	ret = kind->of_group ?
	      add_group(events, &attr, acc, groups->path[DEPTH_1]) ||
	      add_group(events, &attr, acc, groups->path[DEPTH_8]) :
	      add(events, &attr, 0, -1, 0);
	err = errno;
	if (ret)
		events_close(events);
	errno = err;
	return ret ? -1 : 0;
}

/* Pairs begin after the events and end before: they inherit what there is, or nothing. */
static double rate_at(const struct accounting *acc, enum depth depth)
{
	struct round round;

	if (groups_enter(acc->groups, depth))
		return 0;
	round = pairs_round(PAIRS_SWITCH, acc->cpus->nr);
	return round_rate(&round);
}

struct rates {
	double alone, root[2], deep;
};

static bool measure(const struct kind *kind, const struct accounting *acc, struct rates *rates)
{
	struct events events;
	bool started;

	if (pairs_start(acc->cpus))
		return false;
	rates->alone = rate_at(acc, DEPTH_8);
	pairs_stop();
	if (events_open(kind, acc, &events))
		return false;
	started = !pairs_start(acc->cpus);
	if (started) {
		rates->root[0] = rate_at(acc, DEPTH_ROOT);
		rates->deep = rate_at(acc, DEPTH_8);
		rates->root[1] = rate_at(acc, DEPTH_ROOT);
		pairs_stop();
	}
	events_close(&events);
	return started;
}

static struct outcome scales(const struct kind *kind, const struct accounting *acc)
{
	struct comparison depth, event = { 0 };
	struct judgement judgement, cost;
	struct rates rates = { 0 };
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (!deadline_left_ns())
			return skip(SKIP_OUT_OF_TIME, "%d of %d rounds", i, ROUNDS);
		if (!measure(kind, acc, &rates))
			return skip(SKIP_SETUP_BROKEN, "%s: %s", kind->name, strerror(errno));
		if (!(rates.alone > 0 && rates.deep > 0 && rates.root[0] > 0 && rates.root[1] > 0))
			return skip(SKIP_NOISY, "a pair of threads got no time");
		depth.ratio[i] = rates.deep * 2 / (rates.root[0] + rates.root[1]);
		depth.noise[i] = log(rates.root[1] / rates.root[0]);
		event.ratio[i] = rates.alone / rates.deep;
	}
	judgement = comparison_judge(&depth);
	cost = comparison_judge(&event);
	evidence(kind->name, "%.3f of the rate outside, %.3f to %.3f with the noise; a switch takes %.2f times what it takes without, %.0f ns more",
		 judgement.median, judgement.low, judgement.high, cost.median,
		 (cost.median - 1) * 1e9 / rates.alone);
	return judgement_least(&judgement, LEAST_WITH_EVENTS, kind->name);
}

static struct outcome accounts(const struct kind *kind, const struct accounting *acc)
{
	struct outcome outcome;
	struct events events;

	if (events_open(kind, acc, &events))
		return skip(SKIP_SETUP_BROKEN, "%s: %s", kind->name, strerror(errno));
	outcome = acc3_accurate(acc);
	events_close(&events);
	/* Nothing to be held against the tasks' time: ACC-3 says so. */
	return outcome.verdict == SKIP && outcome.skip == SKIP_NO_ACCOUNTING ? pass() : outcome;
}

/*
 * A kernel without CONFIG_CGROUP_PERF, or perf_event is bound to another hierarchy
 * (kernel/cgroup/cgroup.c:css_tryget_online_from_dir()).
 */
static bool is_unbound(int err)
{
	return err == EINVAL || err == ENOENT || err == EBADF;
}

static struct outcome with(const struct kind *kind, const struct accounting *acc)
{
	struct outcome rate, time;
	struct events events;
	int err;

	if (events_open(kind, acc, &events)) {
		err = errno;
		evidence(kind->name, "not opened: %s", strerror(err));
		if (kind->of_group && is_unbound(err))
			return pass();
		return skip(SKIP_OPEN_DENIED, "%s: %s", kind->name, strerror(err));
	}
	events_close(&events);
	rate = scales(kind, acc);
	if (rate.verdict == FAIL)
		return rate;
	time = accounts(kind, acc);
	return outcome_of_both(&rate, &time);
}

struct outcome acc4_events(const struct accounting *acc)
{
	struct outcome outcome = require_open(), one;
	size_t i;

	if (outcome.verdict != PASS)
		return outcome;
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		one = with(&kinds[i], acc);
		outcome = outcome_of_both(&outcome, &one);
	}
	outcome.should = true;
	return outcome;
}
