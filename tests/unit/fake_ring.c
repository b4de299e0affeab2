// SPDX-License-Identifier: GPL-2.0
#include "fake_ring.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t page_size;
struct perf_event_mmap_page *page;
unsigned char *data;
struct perf_event_attr attr;
struct ring ring;

struct ring_record seen;
int visits;
unsigned char body[65536];

void visit(const struct ring_record *rec, void *arg)
{
	(void)arg;
	seen = *rec;
	memcpy(body, rec->body, rec->size - sizeof(struct perf_event_header));
	visits++;
}

void fresh(uint64_t start)
{
	ring_detach(&ring);
	memset(page, 0, page_size);
	memset(data, 0, DATA_SIZE);
	page->data_offset = page_size;
	page->data_size = DATA_SIZE;
	page->data_head = start;
	page->data_tail = start;
	visits = 0;
	memset(&seen, 0, sizeof(seen));
	if (ring_attach(&ring, page, page_size + DATA_SIZE, &attr))
		abort();
}

void put_bytes(const void *bytes, size_t len)
{
	const unsigned char *from = bytes;
	uint64_t head = page->data_head;

	while (len--)
		data[head++ & (DATA_SIZE - 1)] = *from++;
	page->data_head = head;
}

void put(uint32_t type, const void *payload, size_t len)
{
	struct perf_event_header header = { .type = type, .size = sizeof(header) + len };

	put_bytes(&header, sizeof(header));
	put_bytes(payload, len);
}

int drain(void)
{
	return ring_drain(&ring, visit, NULL);
}

bool empty(void)
{
	/* A 32-bit program writes the low word alone. */
	return (unsigned long)page->data_tail == (unsigned long)page->data_head;
}

int fake_ring_init(void)
{
	page_size = sysconf(_SC_PAGESIZE);
	/* Exact size, so that the sanitizer sees every read beyond. */
	page = malloc(page_size + DATA_SIZE);
	data = (unsigned char *)page + page_size;
	return page ? 0 : -1;
}

void fake_ring_exit(void)
{
	ring_detach(&ring);
	free(page);
}
