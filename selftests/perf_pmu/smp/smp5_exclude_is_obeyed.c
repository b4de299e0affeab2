// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-5: an exclude bit is obeyed or refused, never ignored. What a bit leaves out must be missing
 * from the count of a load that has it, and but for skid from the samples. Counts of the software
 * clock are time, whatever the mode.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "smp.h"

#define COUNT_NS	30000000

/* A load that is long enough in the mode that is left out, of its count in percent, to judge by. */
#define SHARE_PERCENT	30

/* So much of that may still be counted: what surrounds the load, the interrupt itself. */
#define LEFT_PERCENT	50

/*
 * Of the samples that come without the bit. Skid takes far fewer over the border, the load is in
 * the excluded mode for more of its time.
 */
#define SAMPLED_PART	4

/* The least of several: what else runs on this CPU only adds. */
#define ROUNDS		3

enum bit { USER, KERNEL, BITS };

static const struct {
	const char *name;
	load_fn load;		/* is in that mode, for the most part */
} bits[] = {
	[USER] = { "exclude_user", load_run },
	[KERNEL] = { "exclude_kernel", load_kernel },
};

static void exclude(struct perf_event_attr *attr, enum bit bit)
{
	attr->exclude_user = bit == USER;
	attr->exclude_kernel = bit == KERNEL;
}

/* The load's count, for each ns that the event had its counter; 0: none, errno says why. */
static double count(const struct bench *bench, const struct perf_event_attr *attr, load_fn load,
		    unsigned long iterations)
{
	struct perf_event_attr counting = *attr;
	struct reading reading;
	double least = 0, now;
	int i, fd;

	counting.sample_period = NO_OVERFLOW;
	for (i = 0; i < ROUNDS; i++) {
		fd = event_open(&counting, 0, bench->cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			return 0;
		load(iterations);
		if (reading_of(fd, &reading))
			reading.running = 0;
		close(fd);
		errno = 0;
		if (!reading.running)
			return 0;
		now = (double)reading.count * reading.enabled / reading.running;
		if (!i || now < least)
			least = now;
	}
	return least;
}

static struct outcome judge_counts(const struct bench *bench, enum bit bit, bool *checked)
{
	unsigned long iterations = load_iterations(bits[bit].load, COUNT_NS);
	struct perf_event_attr attr = bench_attr(bench);
	double all, without, other, share;

	all = count(bench, &attr, bits[bit].load, iterations);
	exclude(&attr, bit);
	without = count(bench, &attr, bits[bit].load, iterations);
	exclude(&attr, bit == USER ? KERNEL : USER);
	other = count(bench, &attr, bits[bit].load, iterations);
	if (!all)
		return pass();
	/*
	 * How much of the load is in the mode that is left out: what the other bit counts, where
	 * the PMU has it; else the load says so itself, if it never leaves its mode.
	 */
	share = other ? other / all * 100 : bit == USER ? 100 : 0;
	evidence(bits[bit].name, "of a count of %.0f %.0f without, %.0f by the other bit", all,
		 without, other);
	/* Ignored by both, each counts all. */
	if (share < SHARE_PERCENT)
		return pass();
	*checked = true;
	if (share > 100)
		share = 100;
	if (all - without >= all * share / 100 * LEFT_PERCENT / 100)
		return pass();
	return fail("%s is ignored: the count is %.0f of %.0f with it", bits[bit].name, without,
		    all);
}

static struct outcome judge_samples(const struct bench *bench, enum bit bit, bool *checked)
{
	static struct track track;
	struct sampling sampling = sampling_of(bench, bench->pace.period, &track);
	struct outcome outcome;
	unsigned int wrong, due;
	struct sums sums;

	exclude(&sampling.attr, bit);
	sampling.load = bits[bit].load;
	outcome = sampling_run(bench, &sampling, NULL);
	/* None at all is what obedience may look like. */
	if (outcome.verdict == SKIP && outcome.skip != SKIP_NO_INTERRUPT)
		return outcome;
	*checked = true;
	sums_of(track.marks, track.nr, load_contains, &sums);
	wrong = bit == USER ? sums.user : sums.kernel;
	due = sampling.reading.running * bench_rate(bench) / NSEC_PER_SEC;
	evidence(bits[bit].name, "%u samples, %u of them in the excluded mode, %u are due without the bit",
		 sums.samples, wrong, due);
	if (wrong < due / SAMPLED_PART)
		return pass();
	return fail("%s is ignored: %u samples are in that mode, of %u without the bit",
		    bits[bit].name, wrong, due);
}

/* 0: taken; else the errno of the refusal. */
static int try_open(const struct bench *bench, struct perf_event_attr *attr)
{
	int fd;

	attr->sample_period = NO_OVERFLOW;
	fd = event_open(attr, 0, bench->cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

/* The bits that no load of ours can tell: taken or refused. */
static void tell_others(const struct bench *bench)
{
	struct perf_event_attr hv = bench_attr(bench), idle = hv, host = hv, guest = hv;

	hv.exclude_hv = 1;
	idle.exclude_idle = 1;
	host.exclude_host = 1;
	guest.exclude_guest = 1;
	evidence("others", "hv %s, idle %s, host %s, guest %s",
		 try_open(bench, &hv) ? "refused" : "taken",
		 try_open(bench, &idle) ? "refused" : "taken",
		 try_open(bench, &host) ? "refused" : "taken",
		 try_open(bench, &guest) ? "refused" : "taken");
}

static struct outcome try_bit(const struct bench *bench, enum bit bit, bool *checked)
{
	struct perf_event_attr attr = bench_attr(bench);
	struct outcome outcome = pass();
	int error;

	exclude(&attr, bit);
	error = try_open(bench, &attr);
	if (error) {
		evidence(bits[bit].name, "refused: %s", strerror(error));
		*checked = true;
		return pass();
	}
	if (!bench->target->clock)
		outcome = judge_counts(bench, bit, checked);
	return outcome.verdict == PASS ? judge_samples(bench, bit, checked) : outcome;
}

struct outcome smp5_exclude_is_obeyed(struct bench *bench)
{
	struct outcome outcome = pass();
	bool checked = false;
	enum bit bit;

	for (bit = USER; bit < BITS && outcome.verdict == PASS; bit++)
		outcome = try_bit(bench, bit, &checked);
	tell_others(bench);
	if (outcome.verdict == PASS && !checked)
		return skip(SKIP_FEW_INTERRUPTS, "neither counts nor samples to judge by");
	return outcome;
}
