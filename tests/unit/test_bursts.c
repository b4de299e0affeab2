// SPDX-License-Identifier: GPL-2.0
/* The judges of family THR on sequences of records as drivers have written them. */
#include <string.h>

#include "tap.h"
#include "thr/thr.h"

#define PERIOD	1000

static struct mark marks[256];
static unsigned int nr;
static uint64_t count, now;

static void add(uint32_t type)
{
	now += 10;
	marks[nr++] = (struct mark){ .type = type, .time = now, .count = count,
				      .running = now };
}

/* S sample, a period after the last; s sample, half a period; T throttle; U unthrottle. */
static void sequence(const char *text)
{
	nr = 0;
	count = 0;
	now = 0;
	for (; *text; text++) {
		switch (*text) {
		case 'S':
			count += PERIOD;
			add(PERF_RECORD_SAMPLE);
			break;
		case 's':
			count += PERIOD / 2;
			add(PERF_RECORD_SAMPLE);
			break;
		case 'T':
			add(PERF_RECORD_THROTTLE);
			break;
		case 'U':
			add(PERF_RECORD_UNTHROTTLE);
			break;
		default:
			add(PERF_RECORD_LOST);
		}
	}
}

static void bursts(const char *text, unsigned int limit, const struct bursts *want)
{
	struct bursts got;

	sequence(text);
	bursts_count(marks, nr, limit, &got);
	ok(!memcmp(&got, want, sizeof(got)), "%s: %u bursts, %u shorter, %u longer, %u to %u, %u gaps, %u noisy, %u extra, %u again",
	   text, got.nr, got.shorter, got.longer, got.least, got.most, got.gaps, got.noisy,
	   got.extra, got.again);
}

static void test_bursts(void)
{
	const struct bursts off_by_one = {
		.nr = 2, .shorter = 1, .longer = 1, .least = 2, .most = 4, .gaps = 2,
	};
	const struct bursts late = {
		.nr = 2, .least = 1, .most = 1, .gaps = 2, .noisy = 1, .extra = 1,
	};
	const struct bursts deaf = {
		.nr = 1, .least = 1, .most = 1, .noisy = 1, .extra = 4, .again = 2,
	};

	bursts("", 3, &(struct bursts){ 0 });
	/* Begins and ends anywhere: only what is whole counts. */
	bursts("SSTSUSSTSUS", 3, &(struct bursts){ .nr = 1, .least = 3, .most = 3, .gaps = 2 });
	bursts("USSTSUSSTS", 3, &(struct bursts){ .nr = 2, .least = 3, .most = 3, .gaps = 1 });
	/* One in a tick: the record comes before the sample of the throttling interrupt. */
	bursts("UTSUTSU", 1, &(struct bursts){ .nr = 2, .least = 1, .most = 1, .gaps = 2 });
	/* Off by one in either direction. */
	bursts("USTSUSSSTSU", 3, &off_by_one);
	/* A late interrupt, and a driver that is deaf. */
	bursts("UTSSUTSU", 1, &late);
	bursts("UTSSTSSTS", 1, &deaf);
	/* The sample of the throttling interrupt was discarded. */
	bursts("UTUTU", 1, &(struct bursts){ .nr = 2, .least = 1, .most = 1, .gaps = 2 });
}

static void steps(const char *text, unsigned int within, unsigned int bad_within, unsigned int over,
		  unsigned int bad_over)
{
	struct steps got;

	sequence(text);
	steps_count(marks, nr, PERIOD, &got);
	ok(got.within == within && got.bad_within == bad_within && got.over == over &&
	   got.bad_over == bad_over, "%s: %u steps, %u off, %u over a gap, %u off", text,
	   got.within, got.bad_within, got.over, got.bad_over);
}

static void test_gap_times(void)
{
	uint64_t times[4];

	sequence("UTSSSUTSUTS");
	ok(gap_times(marks, nr, times, 4) == 2 && times[0] == 20 && times[1] == 40,
	   "two gaps, the shorter first");
	ok(gap_times(marks, nr, times, 1) == 1 && times[0] == 40, "no more than there is room for");
	sequence("UTSTSTSU");
	ok(gap_times(marks, nr, times, 4) == 1 && times[0] == 60, "from the first THROTTLE on");
	ok(!gap_times(marks, 0, times, 4), "none");
	sequence("SUSTSUTSU");
	ok(silences(marks, nr, times, 4) == 2 && times[0] == 20 && times[1] == 30,
	   "from sample to sample over an UNTHROTTLE");
	ok(!silences(marks, 0, times, 4), "none");
}

int main(void)
{
	test_bursts();
	steps("", 0, 0, 0, 0);
	steps("SSTSUSSTSU", 4, 0, 1, 0);
	steps("SsTSUsSTSU", 4, 1, 1, 1);
	/* After lost records nobody knows. */
	steps("SSSUTS", 2, 0, 1, 0);
	test_gap_times();
	return done();
}
