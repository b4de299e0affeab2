// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-1: while another task works on the same CPU, with an event of its own and without,
 * the event of a task that sleeps meanwhile does not count.
 */
#include "ctx.h"

#include <unistd.h>

/* The tasks take turns so often in a round. */
#define TURNS		8

/* What the sleeper counted in the quietest round; UINT64_MAX: the helper could not be told. */
static uint64_t quietest(const struct context *ctx, int fd, const struct helper *helper)
{
	uint64_t least = UINT64_MAX;
	struct reading before, delta;
	int round, turn;

	for (round = 0; round < ROUNDS && !(least < TURNS * ctx->least / SURE); round++) {
		before = read_counter(fd);
		for (turn = 0; turn < TURNS; turn++)
			if (helper_work(helper, 1))
				return UINT64_MAX;
		delta = since(&before, fd);
		if (delta.count < least)
			least = delta.count;
	}
	return least;
}

static struct outcome judge(const struct context *ctx, uint64_t events, const char *whose)
{
	evidence(whose, "worked for %llu events, the sleeping task's event counted %llu",
		 (unsigned long long)(TURNS * ctx->least), (unsigned long long)events);
	if (events == UINT64_MAX)
		return broken("a second task");
	if (events < TURNS * ctx->least / SURE)
		return pass();
	return fail("a task that slept was counted %llu events while %s worked",
		    (unsigned long long)events, whose);
}

static struct outcome with_own_event(const struct context *ctx, int fd, const struct helper *helper)
{
	struct perf_event_attr attr = counting(ctx);
	int other = event_open(&attr, helper->pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	struct outcome outcome;
	struct reading others;

	if (other < 0)
		return broken("a counter of another task");
	outcome = judge(ctx, quietest(ctx, fd, helper), "another task with an event");
	others = read_counter(other);
	close(other);
	if (outcome.verdict != PASS || was_busy(&others))
		return outcome;
	if (others.count < TURNS * ctx->least / SURE)
		return fail("a task worked for %llu events, its event counted %llu",
			    (unsigned long long)(TURNS * ctx->least),
			    (unsigned long long)others.count);
	return pass();
}

struct outcome counts_nothing_else(const struct context *ctx)
{
	int fd = count_self(ctx, -1);
	struct outcome outcome;
	struct helper helper;

	if (fd < 0)
		return broken("a counter of this task");
	if (helper_start(ctx, &helper, ctx->cpu)) {
		close(fd);
		return broken("a second task");
	}
	outcome = judge(ctx, quietest(ctx, fd, &helper), "another task");
	if (outcome.verdict == PASS)
		outcome = with_own_event(ctx, fd, &helper);
	helper_stop(&helper);
	close(fd);
	return outcome;
}
