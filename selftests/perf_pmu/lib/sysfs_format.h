/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_SYSFS_FORMAT_H
#define PMU_SYSFS_FORMAT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Where the bits of one format/ term go. Its value's low bits fill the ranges in the order
 * written.
 */
struct sysfs_format {
	unsigned int config;	/* 0: attr.config, 1: attr.config1 and so on */
	unsigned int nr;
	struct {
		unsigned char first, last;
	} bits[64];
};

/*
 * The words of attr that format terms and config= terms name: config, config1 to config4. NULL
 * where attr has no such.
 */
__u64 *attr_config(struct perf_event_attr *attr, unsigned int config);

/*
 * "config:0-7,32-35\n" (Documentation/ABI/testing/sysfs-bus-event_source-devices-format). False
 * for anything else.
 */
bool sysfs_format_parse(const char *text, struct sysfs_format *format);

/* Bits that a value may have. */
unsigned int sysfs_format_width(const struct sysfs_format *format);

/* Put value, which fits, into word, which is where format->config says. */
void sysfs_format_put(const struct sysfs_format *format, uint64_t value, __u64 *word);

#endif
