// SPDX-License-Identifier: GPL-2.0
/*
 * CTX-2: of more events than there are counters each gets its share and says how large that was;
 * the events of a group count together or not at all.
 */
#include "ctx.h"

struct outcome ctx2_multiplexed(struct context *ctx)
{
	struct outcome outcome = groups_are_whole(ctx);

	return outcome.verdict == PASS ? scales_right(ctx) : outcome;
}
