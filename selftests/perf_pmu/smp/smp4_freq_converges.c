// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-4: in freq mode the period adapts until samples come as often as asked. A frequency above
 * the limit is refused with EINVAL, one at the limit is not.
 */
#include <errno.h>
#include <string.h>

#include "smp.h"

#define WINDOW_NS	400000000

/*
 * The core looks in each tick, and at each interrupt of the last two ticks (perf_adjust_period()):
 * half of the window is more than it needs. Twice as many is what SMP-1 finds: each sample twice.
 */
#define FACTOR		2.5

/* Samples in the half of the marks that came later, by their own time. */
static double rate_of_late_half(const struct track *track)
{
	uint64_t first = 0, last = 0;
	unsigned int i, nr = 0;

	for (i = track->nr / 2; i < track->nr; i++) {
		if (track->marks[i].type != PERF_RECORD_SAMPLE)
			continue;
		if (!nr++)
			first = track->marks[i].time;
		last = track->marks[i].time;
	}
	return nr > 1 && last > first ? (nr - 1) * (double)NSEC_PER_SEC / (last - first) : 0;
}

static struct outcome converges(const struct bench *bench)
{
	static struct track track;
	const unsigned int freq = bench_rate(bench) / 4;
	struct sampling sampling = sampling_of(bench, freq, &track);
	struct outcome outcome;
	double got;

	sampling.attr.freq = 1;
	sampling.ns = WINDOW_NS;
	outcome = sampling_run(bench, &sampling, NULL);
	if (outcome.verdict != PASS)
		return outcome;
	got = rate_of_late_half(&track);
	evidence("freq", "%u asked, %.0f samples/s in the later half of %u samples", freq, got,
		 track.nr);
	if (got >= freq / FACTOR && got <= freq * FACTOR)
		return pass();
	if (got < freq && !bench->run->exact)
		return skip(SKIP_NOISY, "a virtual machine delivers late");
	return fail("%u samples/s asked, %.0f came", freq, got);
}

static struct outcome above_the_limit(const struct bench *bench)
{
	const unsigned int limit = 4 * bench->run->hz;
	struct sampling sampling = sampling_of(bench, limit, NULL);
	struct outcome outcome;
	int refused;

	sampling.attr.freq = 1;
	sampling.rate = limit;
	sampling.ns = 0;
	outcome = sampling_run(bench, &sampling, &refused);
	if (refused)
		return fail("a frequency of %u, which is the limit, is refused: %s", limit,
			    strerror(refused));
	if (outcome.verdict == SKIP && outcome.skip == SKIP_SETUP_BROKEN)
		return outcome;
	sampling.period = limit + 1;
	sampling_run(bench, &sampling, &refused);
	evidence("limit", "%u taken, %u: %s", limit, limit + 1,
		 refused ? strerror(refused) : "taken");
	if (refused == EINVAL)
		return pass();
	return fail("a frequency of %u above the limit of %u: %s, not EINVAL", limit + 1, limit,
		    refused ? strerror(refused) : "taken");
}

struct outcome smp4_freq_converges(struct bench *bench)
{
	struct outcome outcome = above_the_limit(bench);

	return outcome.verdict == PASS ? converges(bench) : outcome;
}
