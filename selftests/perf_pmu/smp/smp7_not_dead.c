// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-7: a PMU that cannot interrupt refuses sampling at open. One that opens, counts and never
 * delivers is registered but dead; a load that never overflowed is something else.
 */
#include "smp.h"

/* Overflows by the count: one may be under way, so many are not. */
#define ENOUGH		16

#define WINDOW_NS	300000000

struct outcome smp7_not_dead(struct bench *bench)
{
	struct sampling sampling = sampling_of(bench, bench->pace.period, NULL);
	struct outcome outcome;
	uint64_t due;

	sampling.ns = WINDOW_NS;
	outcome = sampling_run(bench, &sampling, NULL);
	due = sampling.reading.count / sampling.period;
	evidence("interrupts", "%u, due by the count %llu", sampling.window.interrupts,
		 (unsigned long long)due);
	if (outcome.verdict != SKIP || outcome.skip != SKIP_NO_INTERRUPT)
		return outcome;
	if (due < ENOUGH)
		return skip(SKIP_FEW_INTERRUPTS, "the event counted %llu, no period of %llu is over",
			    (unsigned long long)sampling.reading.count,
			    (unsigned long long)sampling.period);
	if (!bench->run->exact)
		return skip(SKIP_NO_INTERRUPT, "it counts and never interrupts: this virtual machine does not deliver");
	return fail("registered but dead: it takes sampling events and counts %llu periods, and never interrupts",
		    (unsigned long long)due);
}
