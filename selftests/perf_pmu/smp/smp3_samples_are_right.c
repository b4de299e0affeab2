// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-3: a sample carries the CPU, task, event and period that it is of, time goes forward, and
 * the ip lies in the program that was interrupted.
 */
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "smp.h"

/*
 * One sample in so many may be wrong: an interrupt that is late by a context switch, or an NMI
 * between the taking of a time and the writing.
 */
#define WRONG_PART	16

/* Of the ips: the look at the ring takes a part of the time, and what interrupts. */
#define LOAD_PART	4

/* Of the interrupts at the pace, so that they are a small part of it. */
#define PACE_PART	4

/*
 * Samples of one event on one CPU are written one after the other, each with the time of its own
 * interrupt: none is before the last.
 */
#define BACK_PART	64

static bool too_many(unsigned int wrong, unsigned int all)
{
	return wrong * WRONG_PART > all;
}

/* At the full pace: a time that is wrong by less than the time between two samples hides. */
static struct outcome time_goes_forward(const struct bench *bench, const struct identity *right)
{
	static struct track track;
	struct sampling sampling = sampling_of(bench, bench->pace.period, &track);
	struct outcome outcome = sampling_run(bench, &sampling, NULL);
	struct wrong wrong;
	struct sums sums;

	if (outcome.verdict != PASS)
		return outcome;
	wrong_of(track.marks, track.nr, right, &wrong);
	sums_of(track.marks, track.nr, load_contains, &sums);
	evidence("time", "%u of %u samples go back", wrong.back, sums.samples);
	if (wrong.back * BACK_PART > sums.samples)
		return fail("%u of %u samples go back in time", wrong.back, sums.samples);
	return pass();
}

struct outcome smp3_samples_are_right(struct bench *bench)
{
	static struct track track;
	const uint64_t period = bench_period(bench, bench_rate(bench) / PACE_PART);
	struct sampling sampling = sampling_of(bench, period, &track);
	struct identity right = {
		.cpu = bench->cpu,
		.pid = getpid(),
		.tid = syscall(SYS_gettid),
		.period = period,
	};
	struct outcome outcome;
	struct wrong wrong;
	struct sums sums;

	outcome = sampling_run(bench, &sampling, NULL);
	if (outcome.verdict != PASS)
		return outcome;
	right.id = sampling.id;
	wrong_of(track.marks, track.nr, &right, &wrong);
	sums_of(track.marks, track.nr, load_contains, &sums);
	evidence("wrong", "of %u samples: cpu %u, task %u, id %u, period %u", sums.samples,
		 wrong.cpu, wrong.task, wrong.id, wrong.period);
	evidence("ip", "%u of %u samples in user mode, %u in the load", sums.user, sums.samples,
		 sums.in_load);
	if (too_many(wrong.cpu, sums.samples))
		return fail("%u of %u samples are of another cpu", wrong.cpu, sums.samples);
	if (too_many(wrong.task, sums.samples))
		return fail("%u of %u samples are of another task", wrong.task, sums.samples);
	if (too_many(wrong.id, sums.samples))
		return fail("%u of %u samples carry a foreign id", wrong.id, sums.samples);
	if (too_many(wrong.period, sums.samples))
		return fail("%u of %u samples do not carry the period", wrong.period, sums.samples);
	outcome = time_goes_forward(bench, &right);
	if (outcome.verdict != PASS)
		return outcome;
	if (sums.in_load * LOAD_PART >= sums.samples)
		return pass();
	outcome = fail("%u of %u samples only have an ip in the program that ran", sums.in_load,
		       sums.samples);
	outcome.host_may = true;
	return outcome;
}
