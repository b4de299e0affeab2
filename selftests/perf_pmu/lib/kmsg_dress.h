/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_KMSG_DRESS_H
#define PMU_KMSG_DRESS_H

#include <stddef.h>

/* LOG_LINE_MAX and PRINTK_MESSAGE_MAX are below 2048: what is longer is no line of the kernel's. */
#define KMSG_LINE_MAX	2048

/*
 * Copy a line of kernel log without colour codes and control characters into buf, and return where
 * its message starts in there: behind a /dev/kmsg header, syslog level, time stamps, caller
 * prefix, and the date and host that syslog and journal put first. Reads at most len bytes of
 * line.
 */
const char *kmsg_undress(const char *line, size_t len, char buf[KMSG_LINE_MAX]);

#endif
