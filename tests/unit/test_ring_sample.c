// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "fake_ring.h"
#include "tap.h"

#define FUZZ_RUNS	20000
#define FUZZ_SEED	0x5eed1234ULL

/* Builds a sample with every field, each with a value that tells where it is from. */
struct sample {
	uint64_t words[256];
	unsigned int nr;
};

static void add(struct sample *sample, uint64_t word)
{
	sample->words[sample->nr++] = word;
}

static void add_pair(struct sample *sample, uint32_t first, uint32_t second)
{
	uint32_t pair[2] = { first, second };

	memcpy(&sample->words[sample->nr++], pair, sizeof(pair));
}

static void add_many(struct sample *sample, unsigned int nr)
{
	while (nr--)
		add(sample, 0x5555);
}

#define REGS_USER	0x8000000000000007ULL
#define REGS_INTR	0x3ULL
#define HW_INDEX	PERF_SAMPLE_BRANCH_HW_INDEX
#define COUNTERS	(1U << 19)
#define FORMAT_LOST	(1U << 4)

/* Fields up to the branch stack. */
static void add_head(struct sample *s)
{
	add(s, 0x1d);			/* identifier */
	add(s, 0x1b);			/* ip */
	add_pair(s, 100, 101);
	add(s, 0x71);			/* time */
	add(s, 0xadd);			/* addr */
	add(s, 0x1d);			/* id */
	add(s, 0x57);			/* stream_id */
	add_pair(s, 6, 0);
	add(s, 0x9e);			/* period */
	add(s, 2);			/* values: a group of two, each value, id, lost */
	add_many(s, 2 + 2 * 3);
	add(s, 3);			/* callchain */
	add_many(s, 3);
	add_pair(s, 12, 0x5555);	/* raw */
	add_many(s, 1);
}

static void add_tail(struct sample *s)
{
	add(s, 2);			/* regs_user */
	add_many(s, 4);
	add(s, 16);			/* stack_user */
	add_many(s, 2);
	add(s, 8);
	add(s, 0x3e);			/* weight */
	add(s, 0xd5);			/* data_src */
	add(s, 0x77);			/* transaction */
	add(s, 2);			/* regs_intr */
	add_many(s, 2);
	add(s, 0x9a);			/* phys_addr */
	add(s, 0xc6);			/* cgroup */
	add(s, 4096);			/* data_page_size */
	add(s, 65536);			/* code_page_size */
	add(s, 24);			/* aux */
	add_many(s, 3);
}

static bool head_right(void)
{
	return seen.id == 0x1d && seen.ip == 0x1b && seen.pid == 100 && seen.tid == 101 &&
	       seen.time == 0x71 && seen.addr == 0xadd && seen.stream_id == 0x57 && seen.cpu == 6 &&
	       seen.period == 0x9e && seen.values.bytes == 9 * 8 && seen.callchain.bytes == 3 * 8 &&
	       seen.raw.bytes == 12;
}

static bool tail_right(void)
{
	return seen.regs_user.bytes == 4 * 8 && seen.stack_user.bytes == 16 &&
	       seen.weight == 0x3e && seen.data_src == 0xd5 &&
	       seen.transaction == 0x77 && seen.regs_intr.bytes == 16 &&
	       seen.phys_addr == 0x9a && seen.cgroup == 0xc6 && seen.data_page_size == 4096 &&
	       seen.code_page_size == 65536 && seen.aux.bytes == 24;
}

static void everything(void)
{
	memset(&attr, 0, sizeof(attr));
	/* All but WEIGHT_STRUCT, which excludes WEIGHT. */
	attr.sample_type = ((1ULL << 25) - 1) & ~(1ULL << 24);
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
			   PERF_FORMAT_ID | PERF_FORMAT_GROUP | FORMAT_LOST;
	attr.branch_sample_type = HW_INDEX | COUNTERS;
	attr.sample_regs_user = REGS_USER;
	attr.sample_regs_intr = REGS_INTR;
}

static void test_everything(void)
{
	struct sample s = { .nr = 0 };
	unsigned int nr;

	everything();
	fresh(DATA_SIZE - 200);
	add_head(&s);
	add(&s, 2);			/* branches, hw_idx, entries, counters */
	add(&s, 0xff);
	add_many(&s, 2 * 3 + 2);
	add_tail(&s);
	put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
	ok(drain() == 1 && head_right() && seen.branches.bytes == 2 * 24 && tail_right(),
	   "a sample with every field, branches with hw_idx and counters");
	nr = s.nr;
	for (s.nr = 0; s.nr < nr; s.nr++) {
		fresh(0);
		put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
		if (drain() || ring.counts.bad != 1 || !empty())
			break;
	}
	ok(s.nr == nr, "cut short at any of its %u words it is bad", nr);
	s.nr = 0;
	add_head(&s);
	add(&s, 0);
	add_tail(&s);
	fresh(0);
	put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
	ok(drain() == 1 && head_right() && !seen.branches.bytes && tail_right(),
	   "no branch stack, no hw_idx");
	s.nr = 0;
	add_head(&s);
	add(&s, 0);
	add(&s, 0xff);
	add_tail(&s);
	fresh(0);
	put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
	ok(drain() == 1 && head_right() && !seen.branches.bytes && tail_right(),
	   "an empty branch stack with hw_idx");
}

static void test_lean(void)
{
	struct sample s = { .nr = 0 };

	everything();
	attr.read_format = PERF_FORMAT_ID | FORMAT_LOST;
	attr.branch_sample_type = 0;
	attr.sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
			   PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_AUX |
			   (1U << 24) | PERF_SAMPLE_DATA_SRC;
	add_many(&s, 3);		/* value, id, lost */
	add(&s, 1);			/* one branch, no hw_idx */
	add_many(&s, 3);
	add(&s, 0);			/* no regs_user */
	add(&s, 0);			/* no stack, no dyn_size */
	add(&s, 0x44);			/* weight_struct */
	add(&s, 0xd5);
	add(&s, 0);			/* no regs_intr */
	add(&s, 0);			/* no aux */
	fresh(0);
	put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
	ok(drain() == 1 && seen.values.bytes == 24 && seen.branches.bytes == 24 &&
	   !seen.regs_user.bytes &&
	   !seen.stack_user.bytes && seen.weight == 0x44 && seen.data_src == 0xd5 &&
	   !seen.aux.bytes,
	   "a sample whose optional parts are empty");
	attr.sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW;
	s.nr = 0;
	add(&s, 0x2000000000000001ULL);	/* times 8 is 8 again */
	add_many(&s, 2);
	fresh(0);
	put(PERF_RECORD_SAMPLE, s.words, s.nr * 8);
	ok(drain() == 0 && ring.counts.bad == 1, "a count whose product wraps is bad");
}

/* Any word, any width. */
static void damage(struct sample *s, unsigned long long *state)
{
	uint64_t *word = &s->words[fuzz_random(state) % s->nr];

	*word = fuzz_random(state) >> fuzz_random(state) % 64;
}

static void test_fuzz(void)
{
	unsigned long long state = FUZZ_SEED;
	uint64_t records = 0, bad = 0;
	bool drained = true;
	unsigned int run, i, n;
	struct sample s;

	for (run = 0; run < FUZZ_RUNS; run++) {
		everything();
		attr.sample_type = fuzz_random(&state) & fuzz_random(&state);
		attr.sample_id_all = run & 1;
		attr.read_format = fuzz_random(&state) & 31;
		fresh(fuzz_random(&state) & ~7ULL);
		s.nr = 0;
		add_head(&s);
		add_tail(&s);
		for (n = 0; n < 4; n++) {
			for (i = fuzz_random(&state) % 6; i; i--)
				damage(&s, &state);
			put(fuzz_random(&state) % 25, s.words, fuzz_random(&state) % s.nr * 8);
		}
		if (run % 4 == 0)
			data[fuzz_random(&state) % DATA_SIZE] ^= 1 << fuzz_random(&state) % 8;
		if (run % 16 == 0)
			page->data_head += fuzz_random(&state) % 64;
		records += drain();
		bad += ring.counts.bad;
		drained &= (unsigned long)page->data_tail == (unsigned long)page->data_head;
	}
	ok(drained && records && bad, "%d damaged rings: all drained (%llu records, %llu bad)",
	   FUZZ_RUNS,
	   (unsigned long long)records, (unsigned long long)bad);
}

int main(void)
{
	if (fake_ring_init())
		return 1;
	test_everything();
	test_lean();
	test_fuzz();
	fake_ring_exit();
	return done();
}
