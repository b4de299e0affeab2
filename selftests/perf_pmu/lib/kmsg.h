/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_KMSG_H
#define PMU_KMSG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What "took too long" says, whatever its wording: the average, the budget it broke, and the rate
 * it led to.
 */
struct kmsg_took {
	uint64_t avg_ns, allowed_ns, rate;
};

enum kmsg_kind {
	KMSG_OTHER,
	KMSG_TOOK,		/* interrupt duration lowered the rate: expected, not a fault */
	KMSG_DISABLED,		/* "Dynamic interrupt throttling disabled" */
	KMSG_NMI_LONG,		/* "INFO: NMI handler (...) took too long to run": no fault */
	KMSG_HRTIMER_LONG,	/* "hrtimer: interrupt took N ns" */
	KMSG_NO_SAMPLING,	/* a driver says that its PMU cannot sample */
	KMSG_WATCHDOG,		/* the NMI watchdog holds a counter */
	KMSG_STALL,		/* RCU stall or starvation */
	KMSG_LOCKUP,		/* soft or hard lockup, hung task */
	KMSG_OOPS,		/* oops, BUG, panic */
	KMSG_WARN,		/* WARN_ON */
	KMSG_PMU_STUCK,		/* "irq loop stuck", unknown NMI, "nobody cared" */
};

/*
 * Classify one line of kernel log in any dress: time stamp, caller prefix, CRLF, colour codes,
 * /dev/kmsg header. For KMSG_TOOK fills took. Never reads past len; the line need not be
 * terminated.
 */
enum kmsg_kind kmsg_classify(const char *line, size_t len, struct kmsg_took *took);

/* Does a line of this kind say that the kernel is not healthy? */
bool kmsg_is_fault(enum kmsg_kind kind);

/* A reader of /dev/kmsg that starts at the end: what is logged from now on. */
struct kmsg {
	int fd;
	bool started;		/* a record was read: seq is valid */
	uint64_t seq;		/* of the last record read */
	uint64_t lost;		/* records overwritten before they were read (EPIPE) */
};

/* Returns 0, or -1 with errno (EPERM with dmesg_restrict, ENOENT without printk). */
int kmsg_open(struct kmsg *kmsg);
void kmsg_close(struct kmsg *kmsg);

/*
 * Next record's text into buf: header and dictionary dropped, escapes undone, control characters
 * (also a newline within the text) made spaces, cut to size, terminated. 1, 0 at the end for now,
 * -1 with errno.
 */
int kmsg_read(struct kmsg *kmsg, char *buf, size_t size);

#endif
