// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer's input as an attr (what decides the layout), the tail, and the ring's content. See the
 * Makefile.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ring.h"

#define DATA_SIZE	512

struct layout {
	uint64_t sample_type, read_format, branch_sample_type, regs_user, regs_intr;
	uint64_t tail;
	uint64_t flags;
};

/* Reads all that a record points at. */
static void touch(const struct ring_record *rec, void *arg)
{
	const struct ring_span *spans[] = {
		&rec->values, &rec->callchain, &rec->raw, &rec->branches, &rec->regs_user,
		&rec->regs_intr, &rec->stack_user, &rec->aux,
	};
	unsigned char *sum = arg;
	size_t i, j;

	for (i = 0; i < sizeof(spans) / sizeof(*spans); i++)
		for (j = 0; j < spans[i]->bytes; j++)
			*sum += ((const unsigned char *)spans[i]->data)[j];
	for (i = 0; i < rec->size - sizeof(struct perf_event_header); i++)
		*sum += ((const unsigned char *)rec->body)[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	size_t page_size = sysconf(_SC_PAGESIZE);
	struct perf_event_attr attr = { .size = sizeof(attr) };
	struct perf_event_mmap_page *page;
	struct layout layout;
	struct ring ring;
	unsigned char sum = 0;
	size_t i;

	if (size < sizeof(layout))
		return 0;
	memcpy(&layout, input, sizeof(layout));
	input += sizeof(layout);
	size -= sizeof(layout);
	attr.sample_type = layout.sample_type;
	attr.read_format = layout.read_format;
	attr.branch_sample_type = layout.branch_sample_type;
	attr.sample_regs_user = layout.regs_user;
	attr.sample_regs_intr = layout.regs_intr;
	attr.sample_id_all = layout.flags & 1;
	page = calloc(1, page_size + DATA_SIZE);
	if (!page)
		return 0;
	page->data_offset = page_size;
	page->data_size = DATA_SIZE;
	page->data_tail = layout.tail;
	page->data_head = layout.tail + size;
	for (i = 0; i < size; i++)
		((unsigned char *)page)[page_size + (layout.tail + i) % DATA_SIZE] = input[i];
	if (ring_attach(&ring, page, page_size + DATA_SIZE, &attr))
		abort();
	ring_drain(&ring, touch, &sum);
	if (page->data_tail != page->data_head)
		abort();
	ring_detach(&ring);
	free(page);
	return 0;
}
