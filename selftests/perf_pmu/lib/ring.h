/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_RING_H
#define PMU_RING_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A part of a record whose length the record itself gives. data need not be aligned: memcpy from
 * it.
 */
struct ring_span {
	const void *data;
	size_t bytes;
};

/*
 * One record, decoded. Fields that the record does not carry are 0; sample_type tells which are
 * valid.
 */
struct ring_record {
	uint32_t type;			/* PERF_RECORD_* */
	uint16_t misc;
	uint16_t size;			/* bytes, header included */
	uint64_t ip, time, addr, id, stream_id, period, lost;
	uint32_t pid, tid, cpu;
	uint64_t weight, data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	struct ring_span values;	/* struct read_format */
	struct ring_span callchain;	/* u64 ips[] */
	struct ring_span raw;
	struct ring_span branches;	/* struct perf_branch_entry[] */
	struct ring_span regs_user, regs_intr;	/* u64, one for each bit of the attr's mask */
	struct ring_span stack_user;	/* as asked for; how much is valid is not told */
	struct ring_span aux;
	const void *body;		/* after the header, contiguous; gone after the visit */
};

struct ring_counts {
	uint64_t samples, lost, throttle, unthrottle, other, unknown, bad;
};

struct ring {
	void *base;			/* the mapping, or a test's memory */
	size_t map_size;
	size_t data_offset;		/* of the data from base, in bytes */
	size_t data_size;		/* power of two */
	void *bounce;			/* holds a record that wraps over the end */
	const struct perf_event_attr *attr;	/* of the event: says how to decode */
	struct ring_counts counts;	/* of everything read so far */
};

typedef void (*ring_visit)(const struct ring_record *rec, void *arg);

/*
 * Map pages (a power of two) data pages and the control page of fd. Returns 0, or -1 with errno
 * (EPERM: mlock limit).
 */
int ring_open(struct ring *ring, int fd, unsigned int pages, const struct perf_event_attr *attr);
void ring_close(struct ring *ring);

/*
 * Read from memory laid out as a mapping of map_size bytes is. Returns 0, or -1 with errno
 * (EINVAL: no room for a control page and data). ring_detach() frees what it took; base stays the
 * caller's.
 */
int ring_attach(struct ring *ring, void *base, size_t map_size, const struct perf_event_attr *attr);
void ring_detach(struct ring *ring);

/*
 * Read what is there, oldest first, count it, call visit (may be NULL) for each and free the
 * space. Returns the number of records visited. A record that cannot be right is counted as bad
 * and not visited; where its size is the wrong part, what follows cannot be found and is dropped
 * with it.
 */
int ring_drain(struct ring *ring, ring_visit visit, void *arg);

/*
 * Decode the record at data: a header and what follows it, size bytes by its own account and
 * readable so far. Returns false for a record too short for what its type and attr say it holds.
 */
bool ring_decode(const void *data, const struct perf_event_attr *attr, struct ring_record *rec);

/* "THROTTLE" for PERF_RECORD_THROTTLE, NULL for a type that no kernel up to 7.2 writes. */
const char *ring_record_name(uint32_t type);

#endif
