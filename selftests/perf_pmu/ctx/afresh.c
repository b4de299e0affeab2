// SPDX-License-Identifier: GPL-2.0
/*
 * What every disturbance of CTX has to leave as it was: a new counter counts, and as many as before
 * can count at once, so that none is lost to an event that is gone.
 */
#include "ctx.h"

#include <unistd.h>

#define COUNTERS	64

struct outcome counts_afresh(const struct context *ctx, const char *after)
{
	const int wanted = ctx->counters ? ctx->counters : 1;
	struct reading before[COUNTERS], delta = { 0 };
	int fd[COUNTERS], nr = 0, round, i;
	bool right = false;

	while (nr < wanted && nr < COUNTERS) {
		fd[nr] = count_self(ctx, -1);
		if (fd[nr] < 0)
			break;
		nr++;
	}
	if (!nr)
		return broken(after);
	for (round = 0; round < ROUNDS && !right; round++) {
		for (i = 0; i < nr; i++)
			before[i] = read_counter(fd[i]);
		work_units(ctx, 1);
		right = true;
		for (i = 0; i < nr && right; i++) {
			delta = since(&before[i], fd[i]);
			right = delta.running == delta.enabled && counted(ctx, delta.count);
		}
	}
	evidence(after, "%d of %d counters at once count %s", right ? nr : i - 1, nr,
		 right ? "afresh" : "only");
	for (i = 0; i < nr; i++)
		close(fd[i]);
	if (right)
		return pass();
	/* In the lab all counters are ours. */
	if (!ctx->in_lab && delta.running < delta.enabled)
		return skip(SKIP_COUNTER_BUSY, "%s: not as many as before", after);
	return fail("%s: a new event counted %llu of %llu events and ran for %llu of %llu ns",
		    after, (unsigned long long)delta.count, (unsigned long long)ctx->least,
		    (unsigned long long)delta.running, (unsigned long long)delta.enabled);
}
