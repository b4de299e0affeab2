// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "../alp/alp.h"
#include "load.h"
#include "tap.h"

static struct stream stream;

static void give(uint32_t type, unsigned int times)
{
	const struct ring_record rec = { .type = type, .period = 17 };

	while (times--)
		stream_visit(&rec, &stream);
}

/* UNTHROTTLE, samples, THROTTLE and the sample of the interrupt that throttles. */
static void cycle(unsigned int samples)
{
	give(PERF_RECORD_UNTHROTTLE, 1);
	give(PERF_RECORD_SAMPLE, samples - 1);
	give(PERF_RECORD_THROTTLE, 1);
	give(PERF_RECORD_SAMPLE, 1);
}

static void cycles(unsigned int samples, unsigned int times)
{
	while (times--)
		cycle(samples);
}

static void test_cadence(void)
{
	memset(&stream, 0, sizeof(stream));
	give(PERF_RECORD_SAMPLE, 40);
	give(PERF_RECORD_THROTTLE, 1);
	give(PERF_RECORD_SAMPLE, 1);
	ok(!stream.nr_bursts, "what comes before the first UNTHROTTLE is no whole burst");
	cycles(98, STREAM_CYCLES - 1);
	ok(!stream_cadence(&stream), "too few cycles tell no cadence");
	cycles(98, 100);
	ok(stream_cadence(&stream) == 98, "98 interrupts and a throttle, again and again");
	ok(!stream.ignored, "the sample of the throttling interrupt is none that came after it");
	cycles(8, 200);
	ok(stream_cadence(&stream) == 8, "the cadence is that of the later half");
	cycle(1);
	ok(stream.bursts[stream.nr_bursts - 1] == 1, "a limit of one in a tick");
	cycles(8, STREAM_BURSTS);
	ok(stream.nr_bursts == STREAM_BURSTS, "more bursts than are kept");
}

static void test_ignored(void)
{
	memset(&stream, 0, sizeof(stream));
	cycles(98, 20);
	give(PERF_RECORD_SAMPLE, 3);
	ok(stream.ignored == 3, "three samples of a driver that ignores the throttle");
	cycle(98);
	ok(stream.ignored == 3, "and no more after the next UNTHROTTLE");
}

static void test_lost(void)
{
	memset(&stream, 0, sizeof(stream));
	give(PERF_RECORD_UNTHROTTLE, 1);
	give(PERF_RECORD_SAMPLE, 10);
	give(PERF_RECORD_LOST, 1);
	give(PERF_RECORD_THROTTLE, 1);
	give(PERF_RECORD_SAMPLE, 1);
	ok(!stream.nr_bursts, "a burst with a hole is none");
}

static void test_places(void)
{
	struct ring_record rec = {
		.type = PERF_RECORD_SAMPLE,
		.misc = PERF_RECORD_MISC_USER,
		.ip = (uintptr_t)load_run,
		.period = 16,
	};

	memset(&stream, 0, sizeof(stream));
	stream_visit(&rec, &stream);
	ok(stream.user == 1 && stream.in_program == 1 && stream.in_load == 1, "in the load");
	rec.ip = (uintptr_t)test_places;
	rec.period = 31;
	stream_visit(&rec, &stream);
	ok(stream.user == 2 && stream.in_program == 2 && stream.in_load == 1, "in the program");
	rec.ip = (uintptr_t)&stream;
	stream_visit(&rec, &stream);
	ok(stream.user == 3 && stream.in_program == 2, "outside of its code");
	rec.misc = PERF_RECORD_MISC_KERNEL;
	stream_visit(&rec, &stream);
	ok(stream.user == 3, "of kernel mode");
	ok(stream.shortest == 16 && stream.longest == 31, "shortest and longest period");
}

int main(void)
{
	test_cadence();
	test_ignored();
	test_lost();
	test_places();
	return done();
}
