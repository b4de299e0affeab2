// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "fake_ring.h"
#include "tap.h"

static void test_attach(void)
{
	struct ring small;

	ok(ring_attach(&small, page, 100, &attr) == -1 && errno == EINVAL,
	   "no room for a control page");
	memset(page, 0, page_size);
	ok(!ring_attach(&small, page, page_size + DATA_SIZE, &attr) &&
	   small.data_size == DATA_SIZE &&
	   small.data_offset == page_size,
	   "kernel without data_offset: data follows the control page");
	ring_detach(&small);
	page->data_offset = page_size;
	page->data_size = DATA_SIZE / 2;
	ok(!ring_attach(&small, page, page_size + DATA_SIZE, &attr) &&
	   small.data_size == DATA_SIZE / 2,
	   "data_size of the kernel honoured");
	ring_detach(&small);
	page->data_size = DATA_SIZE * 64;
	ok(!ring_attach(&small, page, page_size + DATA_SIZE, &attr) && small.data_size == DATA_SIZE,
	   "data_size beyond the mapping ignored");
	ring_detach(&small);
	ok(ring_attach(&small, page, page_size + 1000, &attr) == -1 && errno == EINVAL,
	   "data that is no power of two refused");
}

static void test_simple(void)
{
	uint64_t sample[] = { 0x1000, 77 };
	uint64_t lost[] = { 5, 900 };
	uint64_t lost_samples[] = { 11 };
	uint64_t throttle[] = { 123, 45, 67 };

	memset(&attr, 0, sizeof(attr));
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME;
	fresh(0);
	ok(drain() == 0 && empty(), "empty ring");
	put(PERF_RECORD_SAMPLE, sample, sizeof(sample));
	ok(drain() == 1 && seen.ip == 0x1000 && seen.time == 77 && empty(),
	   "sample with ip and time");
	put(PERF_RECORD_LOST, lost, sizeof(lost));
	ok(drain() == 1 && seen.id == 5 && seen.lost == 900, "LOST is id, then lost");
	put(PERF_RECORD_LOST_SAMPLES, lost_samples, sizeof(lost_samples));
	ok(drain() == 1 && seen.lost == 11 && ring.counts.lost == 911, "LOST_SAMPLES adds to lost");
	put(PERF_RECORD_THROTTLE, throttle, sizeof(throttle));
	ok(drain() == 1 && seen.time == 123 && seen.id == 45 && seen.stream_id == 67, "THROTTLE");
	put(PERF_RECORD_UNTHROTTLE, throttle, sizeof(throttle));
	put(PERF_RECORD_SWITCH, NULL, 0);
	put(99, sample, sizeof(sample));
	ok(drain() == 3 && empty(), "three at once");
	ok(ring.counts.samples == 1 && ring.counts.throttle == 1 && ring.counts.unthrottle == 1 &&
	   ring.counts.other == 1 && ring.counts.unknown == 1 && !ring.counts.bad,
	   "each counted as its kind");
	ok(ring_drain(&ring, NULL, NULL) == 0, "no visitor");
}

static void test_sample_id(void)
{
	/* id, lost; then pid/tid, time, id, stream_id, cpu, identifier */
	uint32_t pid_tid[] = { 10, 11 };
	uint32_t cpu[] = { 3, 0 };
	uint64_t record[8] = { 5, 900 };

	memcpy(&record[2], pid_tid, 8);
	record[3] = 1234;
	record[4] = 0x11;
	record[5] = 0x22;
	memcpy(&record[6], cpu, 8);
	record[7] = 0x11;
	attr.sample_id_all = 1;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
			   PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;
	fresh(0);
	put(PERF_RECORD_LOST, record, sizeof(record));
	ok(drain() == 1 && seen.pid == 10 && seen.tid == 11 && seen.time == 1234 && seen.cpu == 3 &&
	   seen.stream_id == 0x22 && seen.lost == 900, "sample_id_all trailer");
	ok(seen.id == 5, "the record's own id goes before the trailer's");
	put(PERF_RECORD_LOST, record, 6 * sizeof(uint64_t));
	ok(drain() == 0 && ring.counts.bad == 1 && empty(),
	   "record too short for its trailer is bad");
	attr.sample_id_all = 0;
}

/*
 * Records of changing length from a position just before the end, so that each is split somewhere
 * else.
 */
static void test_wrap(void)
{
	uint64_t payload[64];
	bool right = true;
	unsigned int start, words, i;

	for (i = 0; i < 64; i++)
		payload[i] = 0x1111111111111111ULL * (i % 16) + i;
	attr.sample_type = PERF_SAMPLE_IP;
	for (start = DATA_SIZE - 256; start < DATA_SIZE; start += 8) {
		for (words = 1; words < 64; words += 5) {
			fresh(start + 7ULL * DATA_SIZE);
			put(PERF_RECORD_SAMPLE, payload, words * 8);
			if (drain() != 1 || !empty() || seen.size != words * 8 + 8)
				right = false;
			if (seen.ip != payload[0] || memcmp(body, payload, words * 8))
				right = false;
		}
	}
	ok(right, "records that wrap over the end come in one piece");
	fresh(0);
	put(PERF_RECORD_SAMPLE, payload, sizeof(payload) - 8);
	for (i = 1; i < DATA_SIZE / 512; i++)
		put(PERF_RECORD_SAMPLE, payload, sizeof(payload) - 8);
	ok(drain() == 8 && empty() && !ring.counts.bad, "a full ring");
	fresh(0xffffffffffffff00ULL);
	for (i = 0; i < 4; i++)
		put(PERF_RECORD_SAMPLE, payload, 120);
	ok(drain() == 4 && empty() && !ring.counts.bad, "the head itself wraps at 2^64");
	fresh(0xffffff00ULL);
	for (i = 0; i < 4; i++)
		put(PERF_RECORD_SAMPLE, payload, 120);
	ok(drain() == 4 && (uint32_t)page->data_tail == (uint32_t)page->data_head,
	   "the head passes 2^32");
}

static void header(uint32_t type, uint16_t size)
{
	struct perf_event_header header = { .type = type, .size = size };

	put_bytes(&header, sizeof(header));
}

static void test_bad(void)
{
	uint64_t payload[8] = { 1 };

	attr.sample_type = PERF_SAMPLE_IP;
	fresh(0);
	put(PERF_RECORD_SAMPLE, payload, 8);
	header(PERF_RECORD_SAMPLE, 0);
	put(PERF_RECORD_SAMPLE, payload, 8);
	ok(drain() == 1 && ring.counts.bad == 1 && empty(), "size 0: the rest is dropped");
	put(PERF_RECORD_SAMPLE, payload, 8);
	ok(drain() == 1 && ring.counts.samples == 2, "and the reader goes on");
	header(PERF_RECORD_SAMPLE, 4);
	ok(drain() == 0 && ring.counts.bad == 2 && empty(), "size below a header");
	header(PERF_RECORD_SAMPLE, 13);
	put_bytes(payload, 32);
	ok(drain() == 0 && ring.counts.bad == 3 && empty(), "size that is no multiple of 8");
	header(PERF_RECORD_SAMPLE, 65528);
	ok(drain() == 0 && ring.counts.bad == 4 && empty(), "size beyond the head");
	put_bytes(payload, 4);
	ok(drain() == 0 && ring.counts.bad == 5 && empty(), "half a header");
	fresh(0);
	put(PERF_RECORD_THROTTLE, payload, 16);
	put(PERF_RECORD_SAMPLE, payload, 8);
	ok(drain() == 1 && ring.counts.bad == 1 && ring.counts.throttle == 0 &&
	   ring.counts.samples == 1,
	   "a short THROTTLE is bad, what follows is not");
	fresh(0);
	page->data_head = DATA_SIZE + 8;
	ok(drain() == 0 && ring.counts.bad == 1 && empty(), "head more than the ring ahead");
	fresh(4096);
	page->data_head = 4088;
	ok(drain() == 0 && ring.counts.bad == 1 && empty(), "head behind the tail");
}

static void test_names(void)
{
	ok(!strcmp(ring_record_name(PERF_RECORD_MMAP), "MMAP") &&
	   !strcmp(ring_record_name(PERF_RECORD_SAMPLE), "SAMPLE") &&
	   !strcmp(ring_record_name(22), "CALLCHAIN_DEFERRED"), "record names");
	ok(!ring_record_name(0) && !ring_record_name(23) && !ring_record_name(UINT32_MAX),
	   "no name for unknown types");
}

/* Where the kernel allows it: the software clock's ring, as the kernel itself writes it. */
static void test_kernel(void)
{
	struct perf_event_attr clock = { .size = sizeof(clock), .type = PERF_TYPE_SOFTWARE };
	unsigned long spin;
	struct ring live;
	int fd;

	clock.config = PERF_COUNT_SW_CPU_CLOCK;
	clock.sample_period = 100000;
	clock.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			    PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN;
	clock.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_ID;
	clock.exclude_kernel = 1;
	clock.sample_id_all = 1;
	fd = event_open(&clock, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 || ring_open(&live, fd, 8, &clock)) {
		ok(true, "kernel's own ring # SKIP %s", strerror(errno));
		return;
	}
	for (spin = 0; spin < 50000000; spin++)
		asm volatile("" : : "r" (spin));
	visits = 0;
	memset(&seen, 0, sizeof(seen));
	ring_drain(&live, visit, NULL);
	ok(live.counts.samples > 10 && !live.counts.bad && !live.counts.unknown &&
	   seen.pid == (uint32_t)getpid() && seen.time && seen.values.bytes == 24,
	   "kernel's own ring: %llu samples, none bad", (unsigned long long)live.counts.samples);
	ring_close(&live);
	close(fd);
}

int main(void)
{
	if (fake_ring_init())
		return 1;
	test_attach();
	test_simple();
	test_sample_id();
	test_wrap();
	test_bad();
	test_names();
	test_kernel();
	fake_ring_exit();
	return done();
}
