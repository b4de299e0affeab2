// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer's input as a line of kernel log, as a sysfs format and as an event of a PMU without a
 * folder. See the Makefile.
 */
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "kmsg.h"
#include "sysfs_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	const struct pmu pmu = { .name = "p", .type = 7, .dir = "/nonexistent", .core = true };
	struct sysfs_format format;
	struct perf_event_attr attr;
	struct kmsg_took took = { 0, 0, 0 };
	char err[PMU_ERR_LEN];
	__u64 word = 0;
	char *text;

	kmsg_classify((const char *)input, size, &took);
	text = malloc(size + 1);
	if (!text)
		return 0;
	memcpy(text, input, size);
	text[size] = 0;
	if (sysfs_format_parse(text, &format))
		sysfs_format_put(&format, took.avg_ns, &word);
	if (event_parse("/nonexistent", &pmu, text, &attr, err) &&
	    (!*err || strlen(err) >= PMU_ERR_LEN))
		abort();
	free(text);
	return 0;
}
