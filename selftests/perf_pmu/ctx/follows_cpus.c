// SPDX-License-Identifier: GPL-2.0
/* Part of CTX-1: the event of a task counts on whichever CPU the task is. */
#include "ctx.h"

#include <unistd.h>

#include "../lib/deadline.h"

/* From one CPU to the next and back so often: a counter's state moves with each. */
#define LAPS		4

static struct outcome one_lap(const struct context *ctx, int fd, uint64_t *fewest)
{
	const struct cpu_list *cpus = &ctx->target->cpus;
	struct reading before, delta;
	int i;

	for (i = 0; i < cpus->nr && !deadline_near(); i++) {
		before = read_counter(fd);
		/* One that has gone offline is none of ours. */
		if (topology_pin(cpus->cpu[i]))
			continue;
		work_units(ctx, 1);
		delta = since(&before, fd);
		if (was_busy(&delta))
			return skip(SKIP_COUNTER_BUSY, "cpu %d", cpus->cpu[i]);
		if (delta.count < *fewest)
			*fewest = delta.count;
		if (!counted(ctx, delta.count))
			return fail("a task that moved to cpu %d worked for %llu events there, %llu were counted",
				    cpus->cpu[i], (unsigned long long)ctx->least,
				    (unsigned long long)delta.count);
	}
	return pass();
}

struct outcome follows_cpus(const struct context *ctx)
{
	struct outcome outcome = pass();
	uint64_t fewest = UINT64_MAX;
	int fd = count_self(ctx, -1), lap;

	if (fd < 0)
		return broken("a counter of this task");
	for (lap = 0; lap < LAPS && outcome.verdict == PASS; lap++)
		outcome = one_lap(ctx, fd, &fewest);
	close(fd);
	topology_pin(ctx->cpu);
	evidence("over cpus", "%d, a unit of work counted %llu at least", ctx->target->cpus.nr,
		 (unsigned long long)fewest);
	return outcome;
}
