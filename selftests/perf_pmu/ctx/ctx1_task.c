// SPDX-License-Identifier: GPL-2.0
/* CTX-1: a task's event follows its task, and counts nothing else. */
#include "ctx.h"

struct outcome ctx1_task(struct context *ctx)
{
	struct outcome (*const parts[])(const struct context *ctx) = {
		follows_cpus, counts_nothing_else, follows_fork, follows_exec,
		samples_follow,
	};
	struct outcome outcome = pass();
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(*parts) && outcome.verdict == PASS; i++)
		outcome = parts[i](ctx);
	return outcome;
}
