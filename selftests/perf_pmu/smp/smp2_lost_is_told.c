// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-2: a ring that is drained loses nothing. One that is full says how much it has lost, in LOST
 * records of the right size and by PERF_FORMAT_LOST, so that samples and lost ones together are
 * all overflows.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "smp.h"

#include "../lib/sysctl.h"

/* New in 6.0, not in the oldest headers. */
#define FORMAT_LOST		(1U << 4)

/* Samples of READ, ids and times are 100 bytes: more than fit into two of the largest pages. */
#define FILL_PERIODS		2
#define FILL_NS			1000000000
#define MORE_LOOKS		64
#define SAMPLE_BYTES		100

/* Late by a period or more, an overflow is one less. */
#define FEW_PERCENT		90

/* Header, id, lost; behind it what sample_id_all asks for: tid, time, id, stream id, cpu. */
#define LOST_SIZE		(8 + 16 + 5 * 8)

static struct outcome drained(const struct bench *bench)
{
	static struct track track;
	struct sampling sampling = sampling_of(bench, bench->pace.period, &track);
	struct outcome outcome;

	outcome = sampling_run(bench, &sampling, NULL);
	if (outcome.verdict != PASS)
		return outcome;
	evidence("drained", "%llu samples, %llu lost, longest time between two looks %llu us",
		 (unsigned long long)sampling.window.counts.samples,
		 (unsigned long long)sampling.window.counts.lost,
		 (unsigned long long)sampling.window.slowest_ns / 1000);
	if (sampling.window.counts.lost)
		return fail("%llu samples lost from a ring that was read all the time",
			    (unsigned long long)sampling.window.counts.lost);
	return pass();
}

/* Until a sample has come into a ring with room: it tells of those that were lost before. */
static void one_more(const struct bench *bench, struct sampler *sampler)
{
	unsigned long slice = load_iterations(load_run, NSEC_PER_SEC / bench_rate(bench));
	int i;

	sampler_poll(sampler);
	for (i = 0; i < MORE_LOOKS; i++) {
		load_run(slice);
		if (sampler_poll(sampler))
			return;
	}
}

/* Run the load until so many overflows have been counted. */
static void fill(const struct bench *bench, const struct sampler *sampler, uint64_t overflows)
{
	unsigned long slice = load_iterations(load_run, NSEC_PER_SEC / bench->run->hz);
	uint64_t start = now_ns();
	struct reading reading;

	do {
		load_run(slice);
	} while (!reading_of(sampler->fd, &reading) &&
		 reading.count / sampler->attr.sample_period < overflows &&
		 now_ns() - start < FILL_NS);
}

struct told {
	uint64_t samples, lost, wrong_size;
};

static void tell(const struct track *track, struct told *told)
{
	const struct mark *mark;
	unsigned int i;

	for (i = 0; i < track->nr; i++) {
		mark = &track->marks[i];
		told->samples += mark->type == PERF_RECORD_SAMPLE;
		if (mark->type != PERF_RECORD_LOST)
			continue;
		told->lost += mark->lost;
		told->wrong_size += mark->size != LOST_SIZE;
	}
}

static struct outcome judge(const struct bench *bench, const struct told *told, uint64_t count,
			    uint64_t period, bool has_format, uint64_t format_lost)
{
	uint64_t all = told->samples + (has_format ? format_lost : told->lost);

	evidence("full", "%llu samples, %llu lost by LOST records, %llu by PERF_FORMAT_LOST, %llu overflows by the count",
		 (unsigned long long)told->samples, (unsigned long long)told->lost,
		 (unsigned long long)format_lost, (unsigned long long)(count / period));
	if (told->wrong_size)
		return fail("a LOST record is not %d bytes long", LOST_SIZE);
	if (!told->lost)
		return skip(SKIP_FEW_INTERRUPTS, "the ring did not fill up in %d ms",
			    FILL_NS / 1000000);
	/* What is lost last is told by the next record only. */
	if (has_format && told->lost != format_lost)
		return fail("LOST records tell of %llu samples, PERF_FORMAT_LOST of %llu",
			    (unsigned long long)told->lost, (unsigned long long)format_lost);
	switch (samples_agree(all * period, period, count, FEW_PERCENT)) {
	case AGREE:
		return pass();
	case TOO_FEW:
		if (!bench->run->exact)
			return skip(SKIP_NOISY, "a virtual machine delivers late");
		break;
	case TOO_MANY:
		break;
	}
	return fail("%llu samples and %llu lost, but %llu overflows by the count",
		    (unsigned long long)told->samples, (unsigned long long)(all - told->samples),
		    (unsigned long long)(count / period));
}

static struct outcome fill_and_read(const struct bench *bench, struct sampler *sampler,
				    bool has_format)
{
	static struct track track;
	struct {
		struct reading reading;
		uint64_t lost;
	} value = { 0 };
	size_t size = has_format ? sizeof(value) : sizeof(value.reading);
	uint64_t room = sampler->ring.data_size / SAMPLE_BYTES;
	struct told told = { 0 };

	track_start(&track);
	track_follow(&track, sampler);
	if (sampler_enable(sampler))
		return skip(SKIP_SETUP_BROKEN, "enable: %s", strerror(errno));
	fill(bench, sampler, FILL_PERIODS * room);
	one_more(bench, sampler);
	sampler_disable(sampler);
	sampler_poll(sampler);
	if (read(sampler->fd, &value, size) != (ssize_t)size)
		return skip(SKIP_SETUP_BROKEN, "read: %s", strerror(errno));
	tell(&track, &told);
	return judge(bench, &told, value.reading.count, sampler->attr.sample_period, has_format,
		     value.lost);
}

static struct outcome full(const struct bench *bench)
{
	const struct limits limits = { .rate = 8 * bench_rate(bench), .percent = 99 };
	struct perf_event_attr attr = bench_attr(bench);
	bool has_format = true;
	struct outcome outcome;
	struct sampler sampler;
	int ret;

	if (limits_write(&limits))
		return skip(SKIP_SETUP_BROKEN, "rate %u: %s", limits.rate, strerror(errno));
	attr.read_format |= FORMAT_LOST;
	ret = sampler_open_in(&sampler, &attr, bench->cpu, bench->pace.period, -1, 1);
	if (ret && errno == EINVAL) {
		has_format = false;
		attr.read_format &= ~FORMAT_LOST;
		ret = sampler_open_in(&sampler, &attr, bench->cpu, bench->pace.period, -1, 1);
	}
	if (ret)
		return skip(SKIP_SETUP_BROKEN, "a ring of one page: %s", strerror(errno));
	outcome = fill_and_read(bench, &sampler, has_format);
	sampler_close(&sampler);
	if (outcome.verdict == PASS && !has_format && bench->run->kernel >= 6000)
		return fail("PERF_FORMAT_LOST is refused, kernels from 6.0 on have it");
	return outcome;
}

struct outcome smp2_lost_is_told(struct bench *bench)
{
	struct outcome outcome = drained(bench);

	return outcome.verdict == PASS ? full(bench) : outcome;
}
