// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#include "thr.h"

/* The event is throttled in each tick where the machine has time for it. */
#define SELDOM		4

void bursts_tell(const char *what, const struct bursts *bursts)
{
	evidence(what, "%u bursts of %u to %u interrupts, %u shorter and %u longer than the limit, %u gaps, %u samples too many in %u of them, %u times throttled again",
		 bursts->nr, bursts->least, bursts->most, bursts->shorter, bursts->longer,
		 bursts->gaps, bursts->extra, bursts->noisy, bursts->again);
}

static unsigned int throttles(const struct track *track)
{
	unsigned int i, nr = 0;

	for (i = 0; i < track->nr; i++)
		nr += track->marks[i].type == PERF_RECORD_THROTTLE;
	return nr;
}

struct outcome throttled_run(const struct bench *bench, struct throttled *run)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = { .rate = run->rate, .percent = 99 },
		.max_ns = run->ticks * NSEC_PER_SEC / bench->run->hz,
	};
	struct outcome outcome;
	struct sampler sampler;
	struct window window;
	unsigned int seen;

	track_start(run->track);
	outcome = bench_open(bench, bench->pace.period, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	track_follow(run->track, &sampler);
	if (ioctl(sampler.fd, PERF_EVENT_IOC_ID, &run->id) || window_run(&sampler, &plan, &window))
		outcome = skip(SKIP_SETUP_BROKEN, "rate %u: %s", run->rate, strerror(errno));
	sampler_close(&sampler);
	if (outcome.verdict != PASS)
		return outcome;
	seen = throttles(run->track);
	if (!run->track->nr)
		return skip(SKIP_NO_INTERRUPT, "event %s", bench->target->profile->event);
	if (window_fell(&window))
		return skip(SKIP_NOISY, "an interrupt takes too long: the rate fell to %u",
			    window_rate(&window));
	if (window.counts.lost || run->track->dropped)
		return skip(SKIP_NOISY, "rate %u: samples lost", run->rate);
	if (seen < run->ticks / SELDOM)
		return skip(SKIP_FEW_INTERRUPTS, "rate %u: %u times throttled in %u ticks",
			    run->rate, seen, run->ticks);
	return pass();
}
