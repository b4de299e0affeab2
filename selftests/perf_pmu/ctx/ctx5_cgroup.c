// SPDX-License-Identifier: GPL-2.0
/*
 * CTX-5: the event of a cgroup counts the tasks in it and no others, also when a task moves while
 * the event is on, and outlives the group.
 */
#include "ctx.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../lib/cgroup.h"
#include "../lib/guard.h"

#define UNITS		8

struct cgroup {
	char root[CGROUP_PATH / 2], path[CGROUP_PATH];
	int dir;			/* open */
	int fd;				/* its event */
	struct helper in, out;
};

/* The least that was counted in some rounds of work by a helper; UINT64_MAX: it did not work. */
static uint64_t count_work(const struct context *ctx, const struct cgroup *group,
			   const struct helper *helper, bool until_quiet)
{
	uint64_t least = UINT64_MAX;
	struct reading before, delta;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		before = read_counter(group->fd);
		if (helper_work(helper, UNITS))
			return UINT64_MAX;
		delta = since(&before, group->fd);
		if (delta.count < least)
			least = delta.count;
		if (!until_quiet || least < UNITS * ctx->least / SURE)
			break;
	}
	return least;
}

static struct outcome must_count(const struct context *ctx, const struct cgroup *group,
				 const char *when)
{
	uint64_t events = count_work(ctx, group, &group->in, false);

	evidence(when, "a task in the group worked for %llu events, counted %llu",
		 (unsigned long long)(UNITS * ctx->least), (unsigned long long)events);
	if (events == UINT64_MAX)
		return broken(when);
	if (events >= UNITS * ctx->least / SURE)
		return pass();
	return fail("%s: a task in the group worked for %llu events, its event counted %llu", when,
		    (unsigned long long)(UNITS * ctx->least), (unsigned long long)events);
}

static struct outcome must_not_count(const struct context *ctx, const struct cgroup *group,
				     const struct helper *helper, const char *when)
{
	uint64_t events = count_work(ctx, group, helper, true);

	evidence(when, "a task outside worked for %llu events, counted %llu",
		 (unsigned long long)(UNITS * ctx->least), (unsigned long long)events);
	if (events == UINT64_MAX)
		return broken(when);
	if (events < UNITS * ctx->least / SURE)
		return pass();
	return fail("%s: a task outside worked for %llu events, the group's event counted %llu",
		    when, (unsigned long long)(UNITS * ctx->least), (unsigned long long)events);
}

/* The least that a unit of work in the group adds, after so many outside. UINT64_MAX: broken. */
static uint64_t count_after(const struct cgroup *group, unsigned int outside)
{
	uint64_t least = UINT64_MAX;
	struct reading before, delta;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		before = read_counter(group->fd);
		if ((outside && helper_work(&group->out, outside)) || helper_work(&group->in, 1))
			return UINT64_MAX;
		delta = since(&before, group->fd);
		if (delta.count < least)
			least = delta.count;
	}
	return least;
}

/* What was counted while the group was away may show when it is back only. */
static struct outcome must_not_catch_up(const struct context *ctx, const struct cgroup *group)
{
	uint64_t alone = count_after(group, 0), after = count_after(group, UNITS);

	if (alone == UINT64_MAX || after == UINT64_MAX)
		return broken("a task in the group and one outside");
	evidence("back again", "a unit of work in the group counted %llu, %llu after a task outside worked",
		 (unsigned long long)alone, (unsigned long long)after);
	if (after < alone + UNITS * ctx->least / SURE)
		return pass();
	return fail("work in the group counts %llu events, %llu after a task outside has worked",
		    (unsigned long long)alone, (unsigned long long)after);
}

static struct outcome judge(const struct context *ctx, struct cgroup *group)
{
	struct outcome outcome = must_count(ctx, group, "inside");

	if (outcome.verdict == PASS)
		outcome = must_not_count(ctx, group, &group->out, "outside");
	if (outcome.verdict == PASS)
		outcome = must_not_catch_up(ctx, group);
	if (outcome.verdict != PASS)
		return outcome;
	if (cgroup_move(group->root, group->in.pid))
		return broken("moving a task out of its cgroup");
	outcome = must_not_count(ctx, group, &group->in, "moved out");
	if (outcome.verdict != PASS)
		return outcome;
	if (cgroup_move(group->path, group->in.pid))
		return broken("moving a task into a cgroup");
	outcome = must_count(ctx, group, "moved in");
	if (outcome.verdict != PASS)
		return outcome;
	if (cgroup_move(group->root, group->in.pid))
		return broken("moving a task out of its cgroup");
	if (rmdir(group->path))
		return broken("removing a cgroup that has an event");
	return must_not_count(ctx, group, &group->out, "group removed");
}

static struct outcome with_helpers(const struct context *ctx, struct cgroup *group)
{
	struct outcome outcome;

	if (helper_start(ctx, &group->in, ctx->cpu))
		return broken("a second task");
	if (helper_start(ctx, &group->out, ctx->cpu)) {
		helper_stop(&group->in);
		return broken("a third task");
	}
	if (cgroup_move(group->path, group->in.pid))
		outcome = skip(SKIP_NO_CGROUP, "%s: no task can be moved into it: %s", group->path,
			       strerror(errno));
	else
		outcome = judge(ctx, group);
	helper_stop(&group->in);
	helper_stop(&group->out);
	return outcome;
}

static struct outcome with_event(const struct context *ctx, struct cgroup *group)
{
	struct perf_event_attr attr = counting(ctx);
	struct outcome outcome;

	group->dir = open(group->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (group->dir < 0)
		return broken(group->path);
	group->fd = event_open(&attr, group->dir, ctx->cpu, -1,
			       PERF_FLAG_FD_CLOEXEC | PERF_FLAG_PID_CGROUP);
	/* EINVAL: without CONFIG_CGROUP_PERF. EBADF: not bound to this hierarchy. */
	if (group->fd < 0)
		outcome = skip(SKIP_NO_CGROUP, "%s: its event: %s", group->path, strerror(errno));
	else
		outcome = with_helpers(ctx, group);
	if (group->fd >= 0)
		close(group->fd);
	close(group->dir);
	return outcome;
}

struct outcome ctx5_cgroup(struct context *ctx)
{
	struct outcome outcome;
	struct cgroup group;

	/* perf_event is bound to a hierarchy of version 1, or else to version 2's. */
	if (!cgroup_root("perf_event", group.root, sizeof(group.root)) &&
	    !cgroup_root(CGROUP_V2, group.root, sizeof(group.root)))
		return skip(SKIP_NO_CGROUP, "no hierarchy is mounted");
	snprintf(group.path, sizeof(group.path), "%s/perf_pmu", group.root);
	if (guard_cgroup(group.path))
		return broken(group.path);
	if (mkdir(group.path, 0755))
		outcome = skip(SKIP_NO_CGROUP, "%s: %s", group.path, strerror(errno));
	else
		outcome = with_event(ctx, &group);
	if (guard_undo() && outcome.verdict != FAIL)
		outcome = broken(group.path);
	return outcome;
}
