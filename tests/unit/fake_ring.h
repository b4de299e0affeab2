/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_FAKE_RING_H
#define PMU_FAKE_RING_H

#include "ring.h"

/* A ring in memory that the tests fill as the kernel would. */
#define DATA_SIZE	4096

extern size_t page_size;
extern struct perf_event_mmap_page *page;
extern unsigned char *data;
extern struct perf_event_attr attr;
extern struct ring ring;

/* What the last visit saw, and the bytes of its body. */
extern struct ring_record seen;
extern int visits;
extern unsigned char body[65536];

/* 0, or -1 without memory. */
int fake_ring_init(void);
void fake_ring_exit(void);

/* A fresh ring whose first byte is at position start. */
void fresh(uint64_t start);

/* As the kernel writes: byte by byte over the end, then the head. */
void put_bytes(const void *bytes, size_t len);
void put(uint32_t type, const void *payload, size_t len);

/* ring_drain() with visit(). */
int drain(void);
void visit(const struct ring_record *rec, void *arg);

/* All was read. */
bool empty(void);

#endif
