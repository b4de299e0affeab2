// SPDX-License-Identifier: GPL-2.0
#include "ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* perf_event_header.size has 16 bits. */
#define RECORD_MAX	65536

/* The kernel writes records in whole u64 (perf_prepare_header()). */
#define RECORD_ALIGN	8

/*
 * data_head and data_tail are u64 on every machine, but a 32-bit kernel counts in an unsigned
 * long, which wraps at 2^32, and a 32-bit program cannot load 64 bits at once. The low word alone
 * is right for both: a ring is far smaller than 4 GiB, and the kernel too uses the tail modulo the
 * ring's size (ring_buffer_has_space()).
 */
typedef unsigned long __attribute__((may_alias)) ring_word;

#if __SIZEOF_LONG__ == 4 && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOW_WORD	1
#else
#define LOW_WORD	0
#endif

/* Pairs with the kernel's barrier before it publishes data_head (perf_output_put_handle()). */
static unsigned long load_head(const struct perf_event_mmap_page *page)
{
	return __atomic_load_n((const ring_word *)&page->data_head + LOW_WORD, __ATOMIC_ACQUIRE);
}

static unsigned long load_tail(const struct perf_event_mmap_page *page)
{
	return __atomic_load_n((const ring_word *)&page->data_tail + LOW_WORD, __ATOMIC_RELAXED);
}

/*
 * Our reads of the data end before the kernel may write there again (its control dependency on
 * data_tail).
 */
static void store_tail(struct perf_event_mmap_page *page, unsigned long tail)
{
	__atomic_store_n((ring_word *)&page->data_tail + LOW_WORD, tail, __ATOMIC_RELEASE);
}

static bool power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

/*
 * Kernels before 4.1 leave data_offset and data_size 0: the data is what follows the control page.
 */
static int find_data(struct ring *ring)
{
	const struct perf_event_mmap_page *page = ring->base;
	size_t page_size = sysconf(_SC_PAGESIZE);

	if (ring->map_size < sizeof(*page))
		goto invalid;
	if (page->data_offset >= sizeof(*page) && page->data_offset < ring->map_size &&
	    page->data_size <= ring->map_size - page->data_offset &&
	    power_of_two(page->data_size)) {
		ring->data_offset = page->data_offset;
		ring->data_size = page->data_size;
		return 0;
	}
	if (ring->map_size <= page_size || !power_of_two(ring->map_size - page_size))
		goto invalid;
	ring->data_offset = page_size;
	ring->data_size = ring->map_size - page_size;
	return 0;
invalid:
	errno = EINVAL;
	return -1;
}

int ring_attach(struct ring *ring, void *base, size_t map_size, const struct perf_event_attr *attr)
{
	memset(ring, 0, sizeof(*ring));
	ring->base = base;
	ring->map_size = map_size;
	ring->attr = attr;
	if (find_data(ring))
		return -1;
	ring->bounce = malloc(RECORD_MAX);
	return ring->bounce ? 0 : -1;
}

void ring_detach(struct ring *ring)
{
	free(ring->bounce);
	ring->bounce = NULL;
	ring->base = NULL;
}

int ring_open(struct ring *ring, int fd, unsigned int pages, const struct perf_event_attr *attr)
{
	size_t map_size = ((size_t)pages + 1) * sysconf(_SC_PAGESIZE);
	void *base;
	int saved;

	base = mmap(NULL, map_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		return -1;
	if (!ring_attach(ring, base, map_size, attr))
		return 0;
	saved = errno;
	munmap(base, map_size);
	ring->base = NULL;
	errno = saved;
	return -1;
}

void ring_close(struct ring *ring)
{
	void *base = ring->base;

	ring_detach(ring);
	if (base)
		munmap(base, ring->map_size);
}

/*
 * size bytes at position pos as one piece: in place, or put together where they wrap over the end.
 */
static const void *contiguous(const struct ring *ring, unsigned long pos, size_t size)
{
	const unsigned char *data = (const unsigned char *)ring->base + ring->data_offset;
	size_t offset = pos & (ring->data_size - 1);
	size_t first = ring->data_size - offset;
	unsigned char *bounce = ring->bounce;

	if (size <= first)
		return data + offset;
	memcpy(bounce, data + offset, first);
	memcpy(bounce + first, data, size - first);
	return bounce;
}

static void count(struct ring_counts *counts, const struct ring_record *rec)
{
	switch (rec->type) {
	case PERF_RECORD_SAMPLE:
		counts->samples++;
		break;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		counts->lost += rec->lost;
		break;
	case PERF_RECORD_THROTTLE:
		counts->throttle++;
		break;
	case PERF_RECORD_UNTHROTTLE:
		counts->unthrottle++;
		break;
	default:
		if (ring_record_name(rec->type))
			counts->other++;
		else
			counts->unknown++;
	}
}

/*
 * Size of the record at pos of which avail bytes are published; 0: there is none that could be
 * right.
 */
static size_t record_size(const struct ring *ring, unsigned long pos, unsigned long avail)
{
	struct perf_event_header header;

	if (avail < sizeof(header))
		return 0;
	memcpy(&header, contiguous(ring, pos, sizeof(header)), sizeof(header));
	if (header.size < sizeof(header) || header.size % RECORD_ALIGN || header.size > avail)
		return 0;
	return header.size;
}

int ring_drain(struct ring *ring, ring_visit visit, void *arg)
{
	struct perf_event_mmap_page *page = ring->base;
	unsigned long head = load_head(page);
	unsigned long tail = load_tail(page);
	struct ring_record rec;
	int visited = 0;
	size_t size;

	/* Overwritten before it was read: nothing in it can be trusted. */
	if (head - tail > ring->data_size) {
		ring->counts.bad++;
		tail = head;
	}
	while (tail != head) {
		size = record_size(ring, tail, head - tail);
		if (!size) {
			ring->counts.bad++;
			tail = head;
			break;
		}
		if (ring_decode(contiguous(ring, tail, size), ring->attr, &rec)) {
			count(&ring->counts, &rec);
			visited++;
			if (visit)
				visit(&rec, arg);
		} else {
			ring->counts.bad++;
		}
		tail += size;
	}
	store_tail(page, tail);
	return visited;
}
