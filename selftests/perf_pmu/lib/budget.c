// SPDX-License-Identifier: GPL-2.0
#include "budget.h"

/* budget_interrupts() gives up here: the average has long converged. */
#define CONVERGED	(64 * BUDGET_WINDOW)

uint64_t budget_tick_ns(unsigned int hz)
{
	return (NSEC_PER_SEC + hz / 2) / hz;
}

unsigned int budget_hz(uint64_t tick_ns)
{
	return (NSEC_PER_SEC + tick_ns / 2) / tick_ns;
}

uint64_t budget_allowed_ns(const struct limits *limits)
{
	uint64_t allowed = NSEC_PER_SEC / limits->rate;

	if (!limits->percent || limits->percent == 100)
		return 0;
	allowed = allowed * limits->percent / 100;
	return allowed ? allowed : 1;
}

/* What the core divides by the average: the share of a tick that sampling may take, in ns. */
static uint64_t tick_share(unsigned int hz, unsigned int percent)
{
	return budget_tick_ns(hz) / 100 * percent;
}

unsigned int budget_rate(uint64_t avg_ns, unsigned int hz, unsigned int percent)
{
	uint64_t share = tick_share(hz, percent);
	uint64_t raised = avg_ns + avg_ns / 4;

	if (raised >= share || !raised)
		return hz;
	return share / raised * hz;
}

unsigned int budget_highest(uint64_t avg_ns, unsigned int hz, unsigned int percent)
{
	uint64_t share = tick_share(hz, percent);

	if (avg_ns >= share || !avg_ns)
		return hz;
	return (share + avg_ns - 1) / avg_ns * hz;
}

/* The least average whose budget after the fall, avg + avg / 4, is at least raised. */
static uint64_t least_avg(uint64_t raised)
{
	uint64_t avg = raised / 5 * 4;

	while (avg + avg / 4 < raised)
		avg++;
	return avg;
}

struct ns_range budget_avg(unsigned int rate, unsigned int hz, unsigned int percent)
{
	uint64_t share = tick_share(hz, percent);
	uint64_t max = rate / hz;
	struct ns_range avg = { 1, 0 };

	if (rate % hz || !max)
		return avg;
	avg.lo = least_avg(share / (max + 1) + 1);
	avg.hi = max == 1 ? UINT64_MAX : least_avg(share / max + 1) - 1;
	return avg;
}

unsigned int budget_per_tick(unsigned int rate, unsigned int hz)
{
	return (rate + hz - 1) / hz;
}

uint64_t budget_run(uint64_t running, uint64_t took_ns)
{
	return running - running / BUDGET_WINDOW + took_ns;
}

unsigned int budget_interrupts(uint64_t cost_ns, uint64_t allowed_ns)
{
	uint64_t running = 0;
	unsigned int n;

	for (n = 1; n <= CONVERGED; n++) {
		running = budget_run(running, cost_ns);
		if (running / BUDGET_WINDOW > allowed_ns)
			return n;
	}
	return 0;
}

uint64_t budget_pick(uint64_t allowed_ns, unsigned int min_rate, struct limits *limits)
{
	uint64_t period = NSEC_PER_SEC / min_rate;
	uint64_t percent;

	/*
	 * The lowest percent that reaches allowed_ns leaves the highest rate, so that no event is
	 * throttled by count.
	 */
	percent = (allowed_ns * 100 + period - 1) / period;
	if (percent < 1)
		percent = 1;
	if (percent > 99)
		percent = 99;
	limits->percent = percent;
	period = (allowed_ns * 100 + percent - 1) / percent;
	limits->rate = NSEC_PER_SEC / (period ? period : 1);
	if (limits->rate < min_rate)
		limits->rate = min_rate;
	return budget_allowed_ns(limits);
}

struct ns_range budget_mean(struct ns_range before, struct ns_range after, unsigned int n)
{
	struct ns_range mean = { 0, UINT64_MAX };
	double kept = 1;

	while (n--)
		kept = kept * (BUDGET_WINDOW - 1) / BUDGET_WINDOW;
	if (after.lo > before.hi * kept)
		mean.lo = (after.lo - before.hi * kept) / (1 - kept);
	if (after.hi == UINT64_MAX)
		return mean;
	mean.hi = after.hi > before.lo * kept ? (after.hi - before.lo * kept) / (1 - kept) : 0;
	return mean;
}
