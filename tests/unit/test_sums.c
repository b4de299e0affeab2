// SPDX-License-Identifier: GPL-2.0
/* The judges of family SMP. */
#include "smp/smp.h"
#include "tap.h"

static bool even(uint64_t ip)
{
	return !(ip & 1);
}

#define USER	PERF_RECORD_MISC_USER
#define KERNEL	PERF_RECORD_MISC_KERNEL

static const struct mark marks[] = {
	{ .type = PERF_RECORD_SAMPLE, .misc = USER, .ip = 2, .period = 10, .time = 5, .cpu = 1,
	  .pid = 7, .tid = 8, .id = 3, .stream_id = 3 },
	{ .type = PERF_RECORD_THROTTLE, .time = 1 },
	{ .type = PERF_RECORD_LOST, .lost = 4 },
	{ .type = PERF_RECORD_SAMPLE, .misc = USER, .ip = 3, .period = 10, .time = 5, .cpu = 2,
	  .pid = 7, .tid = 9, .id = 3, .stream_id = 4 },
	{ .type = PERF_RECORD_SAMPLE, .misc = KERNEL, .ip = 4, .period = 11, .time = 4, .cpu = 1,
	  .pid = 7, .tid = 8, .id = 3, .stream_id = 3 },
	{ .type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_HYPERVISOR, .period = 10, .time = 9,
	  .cpu = 1, .pid = 6, .tid = 8, .id = 2, .stream_id = 3 },
};

#define NR	(sizeof(marks) / sizeof(*marks))

static void test_sums(void)
{
	const struct identity right = { .cpu = 1, .pid = 7, .tid = 8, .id = 3, .period = 10 };
	struct wrong wrong;
	struct sums sums;

	sums_of(marks, NR, even, &sums);
	ok(sums.samples == 4 && sums.lost == 4 && sums.periods == 41, "samples, lost, periods");
	ok(sums.user == 2 && sums.in_load == 1 && sums.kernel == 2, "modes");
	wrong_of(marks, NR, &right, &wrong);
	ok(wrong.cpu == 1, "one of another cpu");
	ok(wrong.task == 2, "pid or tid of another task");
	ok(wrong.id == 2, "id or stream id of another event");
	ok(wrong.period == 1, "one of another period");
	ok(wrong.back == 1, "one step back, not by a record that is no sample");
	sums_of(marks, 0, even, &sums);
	ok(!sums.samples && !sums.periods, "none");
}

static void test_agree(void)
{
	ok(samples_agree(1000, 10, 1000, 90) == AGREE, "exact");
	ok(samples_agree(1030, 10, 1000, 90) == AGREE, "a period and 2 %% more");
	ok(samples_agree(1040, 10, 1000, 90) == TOO_MANY, "more than that");
	ok(samples_agree(880, 10, 1000, 90) == AGREE, "a tenth and two periods fewer");
	ok(samples_agree(870, 10, 1000, 90) == TOO_FEW, "fewer than that");
	ok(samples_agree(0, 1000, 900, 90) == AGREE, "none is due");
	ok(samples_agree(0, 10, 1000, 90) == TOO_FEW, "none at all");
	ok(samples_agree(0, INT64_MAX, 1000, 90) == AGREE, "a period that never ends");
}

int main(void)
{
	test_sums();
	test_agree();
	return done();
}
