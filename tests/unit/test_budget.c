// SPDX-License-Identifier: GPL-2.0
/* The perf core's arithmetic, with the figures of the reports that the project came from. */
#include "budget.h"
#include "tap.h"

static const struct limits defaults = { BUDGET_DEFAULT_RATE, BUDGET_DEFAULT_PERCENT };

static void ticks(void)
{
	static const unsigned int hz[] = { 24, 100, 128, 250, 256, 300, 1000, 1024, 1200 };
	unsigned int i, same = 0;

	for (i = 0; i < sizeof(hz) / sizeof(*hz); i++)
		same += budget_hz(budget_tick_ns(hz[i])) == hz[i];
	ok(same == i, "HZ is told from TICK_NSEC for every HZ that an architecture uses");
	ok(budget_tick_ns(1024) == 976563, "a tick of HZ 1024 takes 976563 ns");
	ok(budget_per_tick(100000, 1024) == 98, "the default limit is 98 interrupts per tick at HZ 1024");
	ok(budget_per_tick(1024, 1024) == 1 && budget_per_tick(1, 1024) == 1, "and 1 at the least");
}

static void allowed(void)
{
	ok(budget_allowed_ns(&defaults) == 2500, "the default budget is 2500 ns");
	ok(budget_allowed_ns(&(struct limits){ 100000, 1 }) == 100, "1 %% of 100000/s is 100 ns");
	ok(budget_allowed_ns(&(struct limits){ 1000000000, 99 }) == 1, "never under 1 ns");
	ok(!budget_allowed_ns(&(struct limits){ 100000, 0 }), "percent 0 switches it off");
	ok(!budget_allowed_ns(&(struct limits){ 100000, 100 }), "percent 100 too");
}

static void rates(void)
{
	unsigned int avg, bad = 0;

	for (avg = 24000; avg <= 26000; avg++)
		bad += budget_rate(avg, 1024, 25) != 8192 && budget_rate(avg, 1024, 25) != 7168;
	ok(budget_rate(24000, 1024, 25) == 8192, "HZ 1024, 24 us: 8192 samples/s");
	ok(budget_rate(26000, 1024, 25) == 7168, "HZ 1024, 26 us: 7168 samples/s");
	ok(!bad, "and one of the two for all between");
	ok(budget_rate(2526, 250, 25) == 79000, "HZ 250, 2526 ns: 79000 samples/s");
	ok(budget_rate(2507, 1000, 25) == 79000 && budget_rate(3147, 1000, 25) == 63000 &&
	   budget_rate(3989, 1000, 25) == 50000, "HZ 1000, a chain from the field");
	ok(budget_highest(2500, 250, 25) == 100000 && budget_highest(2500, 1000, 25) == 100000,
	   "an average of 2500 ns is within the default budget up to the default rate");
	ok(budget_highest(25000, 1024, 25) >= budget_rate(25000, 1024, 25),
	   "a rate that has fallen is within what its average allows");
	ok(budget_rate(1ULL << 40, 250, 25) == 250, "never under HZ, however long the handler");
	ok(budget_rate(0, 250, 25) == 250, "nor a division by 0");
}

static void averages(void)
{
	static const unsigned int hz[] = { 100, 250, 1000, 1024 };
	static const unsigned int percent[] = { 1, 25, 99 };
	unsigned int i, j, rate, bad = 0;
	struct ns_range range;
	uint64_t avg;

	for (i = 0; i < 4; i++) {
		for (j = 0; j < 3; j++) {
			for (avg = 1; avg < 200000; avg += avg / 7 + 1) {
				rate = budget_rate(avg, hz[i], percent[j]);
				range = budget_avg(rate, hz[i], percent[j]);
				bad += range.lo > avg || range.hi < avg;
				bad += budget_rate(range.lo, hz[i], percent[j]) != rate;
				bad += range.lo > 1 &&
				       budget_rate(range.lo - 1, hz[i], percent[j]) == rate;
				if (range.hi != UINT64_MAX)
					bad += budget_rate(range.hi + 1, hz[i], percent[j]) == rate;
			}
		}
	}
	ok(!bad, "a rate gives back just the averages that lead to it (%u wrong)", bad);
	range = budget_avg(7168, 1024, 25);
	ok(range.lo <= 26000 && range.hi >= 26000 && range.lo > 24000, "7168 at HZ 1024: about 26 us");
	range = budget_avg(7169, 1024, 25);
	ok(range.lo > range.hi, "no average leads to a rate that is no multiple of HZ");
}

static void running(void)
{
	uint64_t run;

	ok(budget_run(0, 320128) / BUDGET_WINDOW > 2500, "one interrupt of 320128 ns trips the default budget");
	ok(budget_run(0, 320127) / BUDGET_WINDOW <= 2500, "one of 320127 ns does not");
	ok(budget_interrupts(320128, 2500) == 1 && budget_interrupts(320127, 2500) == 2,
	   "counted: 1 and 2 interrupts");
	ok(!budget_interrupts(2500, 2500), "a handler that meets the budget never trips it");
	ok(budget_interrupts(103, 100) && budget_interrupts(103, 100) <= 512,
	   "512 interrupts of 103 ns break a budget of 100 ns: %u do", budget_interrupts(103, 100));
	run = budget_run(128 * 1000, 1000);
	ok(run == 128 * 1000, "an average that meets its value stays");
}

static void picking(void)
{
	struct limits limits;
	unsigned int bad = 0;
	uint64_t want, got;

	for (want = 100; want < 60000; want += want / 5) {
		got = budget_pick(want, 16000, &limits);
		bad += got < want || got > want + want / 10 + 2 || limits.rate < 16000;
		bad += !limits.percent || limits.percent > 99;
	}
	ok(!bad, "limits are found for every budget that the rate leaves room for (%u wrong)", bad);
	ok(budget_pick(1000000, 16000, &limits) < 1000000 && limits.rate == 16000,
	   "and the rate wins where it does not");
}

static void means(void)
{
	struct ns_range flat = { 1000, 1000 }, mean;
	uint64_t running = 128 * 1000;
	int i;

	mean = budget_mean(flat, flat, 32);
	ok(mean.lo >= 998 && mean.hi <= 1002, "an average that stays: its own mean");
	for (i = 0; i < 32; i++)
		running = budget_run(running, 0);
	mean = budget_mean(flat, (struct ns_range){ running / 128, running / 128 }, 32);
	ok(mean.hi <= 10, "32 interrupts of 0 ns are told: %llu ns at most",
	   (unsigned long long)mean.hi);
	mean = budget_mean(flat, (struct ns_range){ 1000, UINT64_MAX }, 32);
	ok(mean.hi == UINT64_MAX, "a reading without upper bound gives a mean without one");
}

int main(void)
{
	ticks();
	allowed();
	rates();
	averages();
	running();
	picking();
	means();
	return done();
}
