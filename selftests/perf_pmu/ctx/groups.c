// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-2: the largest group that the PMU takes counts as a whole, all its members at the
 * same times, also while another event wants a counter. One that is too large is refused, or never
 * counts; it does not count in part.
 */
#include "ctx.h"

#include <errno.h>
#include <unistd.h>

/* More counters than any PMU's. */
#define MEMBERS		64

/* Several turns of the multiplexing, which takes some ms each. */
#define UNITS		16

/* Members count the same thing at the same time: one with less than half has missed its turns. */
#define SAME		2

struct group {
	int fd[MEMBERS];
	int nr;
};

static void group_close(struct group *group)
{
	/* The leader last: its siblings would go on alone. */
	while (group->nr)
		close(group->fd[--group->nr]);
}

/* As many as are taken, up to max. Returns the number, or -1 with errno where it is none. */
static int group_open(const struct context *ctx, struct group *group, int max)
{
	struct perf_event_attr attr = counting(ctx);
	int fd;

	group->nr = 0;
	while (group->nr < max) {
		attr.disabled = !group->nr;
		fd = event_open(&attr, 0, -1, group->nr ? group->fd[0] : -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			break;
		group->fd[group->nr++] = fd;
	}
	return group->nr ? group->nr : -1;
}

static void group_run(const struct context *ctx, const struct group *group,
		      struct reading seen[MEMBERS])
{
	int i;

	counter_on(group->fd[0]);
	work_units(ctx, UNITS);
	counter_off(group->fd[0]);
	for (i = 0; i < group->nr; i++)
		seen[i] = read_counter(group->fd[i]);
}

static struct outcome whole(const struct group *group, const struct reading seen[MEMBERS],
			    const char *when)
{
	int i;

	for (i = 1; i < group->nr; i++) {
		if (seen[i].running != seen[0].running || seen[i].enabled != seen[0].enabled)
			return fail("%s: event 1 of a group of %d ran for %llu of %llu ns, event %d for %llu of %llu",
				    when, group->nr, (unsigned long long)seen[0].running,
				    (unsigned long long)seen[0].enabled, i + 1,
				    (unsigned long long)seen[i].running,
				    (unsigned long long)seen[i].enabled);
		if (seen[i].count < seen[0].count / SAME || seen[i].count / SAME > seen[0].count)
			return fail("%s: event 1 of a group of %d counted %llu, its like event %d counted %llu",
				    when, group->nr, (unsigned long long)seen[0].count, i + 1,
				    (unsigned long long)seen[i].count);
	}
	if (!seen[0].running && seen[0].count)
		return fail("%s: a group that never ran counted %llu", when,
			    (unsigned long long)seen[0].count);
	return pass();
}

/* The largest group that is not only taken but also runs. */
static struct outcome find_size(struct context *ctx)
{
	struct reading seen[MEMBERS];
	struct outcome outcome = pass();
	struct group group;
	int size = MEMBERS, taken = 0;

	while (size > 0 && !ctx->counters && outcome.verdict == PASS) {
		size = group_open(ctx, &group, size);
		if (size < 0)
			return broken("a group");
		if (!taken)
			taken = size;
		group_run(ctx, &group, seen);
		outcome = whole(&group, seen, "alone");
		if (seen[0].running && outcome.verdict == PASS)
			ctx->counters = size;
		group_close(&group);
		size--;
	}
	evidence("group", "%d like events are taken, %d of them count", taken, ctx->counters);
	if (outcome.verdict == PASS && !ctx->counters)
		return skip(SKIP_COUNTER_BUSY, "not even one event of %d runs", taken);
	return outcome;
}

/* The full group against one more event. */
static struct outcome contended(const struct context *ctx)
{
	struct reading seen[MEMBERS], one_seen;
	struct outcome outcome;
	struct group group;
	int one = count_self(ctx, -1);

	if (one < 0)
		return broken("a counter of this task");
	if (group_open(ctx, &group, ctx->counters) != ctx->counters) {
		outcome = broken("a group");
	} else {
		group_run(ctx, &group, seen);
		one_seen = read_counter(one);
		evidence("against one more", "the group ran for %llu of %llu ns and its events counted %llu to %llu, the other ran for %llu of %llu ns",
			 (unsigned long long)seen[0].running, (unsigned long long)seen[0].enabled,
			 (unsigned long long)seen[0].count,
			 (unsigned long long)seen[ctx->counters - 1].count,
			 (unsigned long long)one_seen.running,
			 (unsigned long long)one_seen.enabled);
		outcome = whole(&group, seen, "against one more event");
	}
	group_close(&group);
	close(one);
	return outcome;
}

struct outcome groups_are_whole(struct context *ctx)
{
	struct outcome outcome = find_size(ctx);

	return outcome.verdict == PASS ? contended(ctx) : outcome;
}
