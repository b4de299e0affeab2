// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-6: when PERF_EVENT_IOC_DISABLE has returned, no sample comes any more. An interrupt
 * that was on its way finds an event that is off.
 */
#include "ctx.h"

#include "../lib/sampler.h"

#define SWITCHES	16

/* A late sample comes after each disable, or it is somebody else's delay. */
#define LATE		(SWITCHES / 2)

struct outcome silent_when_off(const struct context *ctx)
{
	unsigned int sampled = 0, late = 0;
	struct sampler sampler;
	int i;

	if (sampler_open(&sampler, &ctx->target->attr, ctx->cpu, ctx->period))
		return broken("a sampling event");
	for (i = 0; i < SWITCHES; i++) {
		sampler_enable(&sampler);
		work_units(ctx, 1);
		sampler_disable(&sampler);
		sampled += sampler_poll(&sampler);
		/* Some milliseconds: longer than any interrupt is under way. */
		work_units(ctx, 1);
		late += sampler_poll(&sampler) > 0;
	}
	sampler_close(&sampler);
	evidence("late", "%u of %d times a sample after the event was switched off, %u samples before",
		 late, SWITCHES, sampled);
	if (late > LATE)
		return fail("%u of %d times a sample came after the event was switched off", late,
			    SWITCHES);
	return pass();
}
