// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-4: the fall obeys the core's arithmetic for this machine's HZ. From the sysctl alone: each
 * rate is a multiple of HZ, at least HZ, below the one before, and the first is no higher than the
 * least average over the budget leads to. Where the kernel log names the average, the rate follows
 * from it exactly.
 */
#include "dur.h"

static struct outcome check_rates(const struct duration *dur)
{
	const struct window *fall = &dur->fall;
	unsigned int highest = budget_rate(LEVER_NS + 1, dur->hz, lever.percent);
	int i;

	for (i = 1; i < fall->nr_rates; i++) {
		if (fall->rates[i] % dur->hz || fall->rates[i] < dur->hz)
			return fail("rate %u is no multiple of HZ %u", fall->rates[i], dur->hz);
		if (fall->rates[i] >= fall->rates[i - 1])
			return fail("rate rose from %u to %u", fall->rates[i - 1], fall->rates[i]);
		if (fall->rates[i] > highest)
			return fail("rate %u, but an average over %u ns allows %u at most",
				    fall->rates[i], LEVER_NS, highest);
	}
	return pass();
}

static struct outcome check_lines(const struct duration *dur)
{
	const struct kmsg_took *took;
	unsigned int rate;
	int i, wrong = -1;

	for (i = 0; i < dur->fall.nr_took; i++) {
		took = &dur->fall.took[i];
		rate = budget_rate(took->avg_ns, dur->hz, lever.percent);
		evidence("kernel_line", "%llu > %llu, lowering to %llu, by the arithmetic %u",
			 (unsigned long long)took->avg_ns, (unsigned long long)took->allowed_ns,
			 (unsigned long long)took->rate, rate);
		if (took->rate == rate && took->avg_ns > took->allowed_ns)
			return pass();
		wrong = i;
	}
	if (wrong < 0)
		return pass();
	/*
	 * The line is written after the fact: one that mixes two falls is no evidence, none right
	 * is.
	 */
	return fail("no kernel line agrees with the arithmetic");
}

struct outcome dur4_arithmetic(struct duration *dur)
{
	struct outcome outcome;

	if (!dur->reports)
		return skip(SKIP_NO_REPORT, "see DUR-1");
	evidence("hz", "%u", dur->hz);
	evidence("budget_ns", "%u", LEVER_NS);
	evidence("rate_before", "%u", dur->fall.rates[0]);
	evidence("rate_after", "%u", window_rate(&dur->fall));
	outcome = check_rates(dur);
	if (outcome.verdict != PASS)
		return outcome;
	return check_lines(dur);
}
