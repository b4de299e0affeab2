// SPDX-License-Identifier: GPL-2.0
/* The values of a profile's keys: text, kernel ranges, numbers, fixed words. */
#include "profile_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Nothing between two dots of a kernel version is longer. */
#define VERSION_DIGITS	3

/* The highest second number of each major version that has ended. */
static const unsigned int last_minor[] = { [2] = 6, [3] = 19, [4] = 20, [5] = 19, [6] = 19 };

#define ENDED		(sizeof(last_minor) / sizeof(*last_minor))

#define MAJOR(kernel)	((kernel) / 1000)
#define MINOR(kernel)	((kernel) % 1000)

unsigned int kernel_next(unsigned int kernel)
{
	if (MAJOR(kernel) < ENDED && MINOR(kernel) >= last_minor[MAJOR(kernel)])
		return (MAJOR(kernel) + 1) * 1000;
	return kernel + 1;
}

int profile_set_text(struct profile_reader *reader, void *field, size_t size, const char *value)
{
	if (!*value)
		return profile_bad(reader, reader->line, "no value");
	if (strlen(value) >= size)
		return profile_bad(reader, reader->line, "%zu characters, %zu at most",
				   strlen(value), size - 1);
	memcpy(field, value, strlen(value) + 1);
	return 0;
}

/* Digits only: strtoul() alone would take a sign and blanks. What is behind them, or NULL. */
static const char *digits(const char *text, size_t max, unsigned int *value)
{
	size_t len = strspn(text, "0123456789");

	if (!len || len > max)
		return NULL;
	*value = strtoul(text, NULL, 10);
	return text + len;
}

static const char *version(const char *text, unsigned int *kernel)
{
	unsigned int major, minor;

	text = digits(text, VERSION_DIGITS, &major);
	if (!text || *text != '.')
		return NULL;
	text = digits(text + 1, VERSION_DIGITS, &minor);
	if (!text || !major || (major < ENDED && minor > last_minor[major]))
		return NULL;
	*kernel = major * 1000 + minor;
	return text;
}

int profile_set_range(struct profile_reader *reader, void *field, size_t size, const char *value)
{
	struct kernel_range range = { .from = 1, .to = ~0u };
	const char *at = value;

	(void)size;
	if (!strcmp(value, "none")) {
		range.from = 0;
		range.to = 0;
	} else if (strcmp(value, "all")) {
		if (*at != '.')
			at = version(at, &range.from);
		if (at)
			at = !strncmp(at, "..", 2) ? at + 2 : NULL;
		if (at && *at)
			at = version(at, &range.to);
		if (!at || *at || !strcmp(value, ".."))
			return profile_bad(reader, reader->line,
					   "bad range '%s': all, none, 5.18.., ..6.1 or 5.18..6.1",
					   value);
		if (range.from > range.to)
			return profile_bad(reader, reader->line,
					   "bad range '%s': ends before it begins", value);
	}
	*(struct kernel_range *)field = range;
	return 0;
}

int profile_set_number(struct profile_reader *reader, void *field, size_t size, const char *value)
{
	unsigned long long number;

	(void)size;
	errno = 0;
	number = strtoull(value, NULL, 10);
	if (!*value || value[strspn(value, "0123456789")] || errno || !number ||
	    number > INT64_MAX)
		return profile_bad(reader, reader->line, "bad number '%s': 1 to %lld", value,
				   (long long)INT64_MAX);
	*(uint64_t *)field = number;
	return 0;
}

int profile_set_share(struct profile_reader *reader, void *field, size_t size,
		      const char *value)
{
	uint64_t percent;

	if (profile_set_number(reader, &percent, size, value))
		return -1;
	if (percent > 100)
		return profile_bad(reader, reader->line, "bad number '%s': 1 to 100 percent",
				   value);
	*(unsigned int *)field = percent;
	return 0;
}

int profile_set_width(struct profile_reader *reader, void *field, size_t size,
		      const char *value)
{
	uint64_t bits;

	if (profile_set_number(reader, &bits, size, value))
		return -1;
	if (bits > 64)
		return profile_bad(reader, reader->line, "bad number '%s': 1 to 64 bits", value);
	*(unsigned int *)field = bits;
	return 0;
}

int profile_set_interrupt(struct profile_reader *reader, void *field, size_t size,
			  const char *value)
{
	static const char *const kinds[] = {
		[PMU_IRQ] = "irq", [PMU_NMI] = "nmi", [PMU_NONE] = "none",
	};
	int i;

	(void)size;
	for (i = PMU_IRQ; i <= PMU_NONE; i++) {
		if (strcmp(value, kinds[i]))
			continue;
		*(enum pmu_interrupt *)field = i;
		return 0;
	}
	return profile_bad(reader, reader->line, "bad interrupt '%s': irq, nmi or none", value);
}

int profile_set_exclude(struct profile_reader *reader, void *field, size_t size,
			const char *value)
{
	static const char *const bits[] = { "user", "kernel", "hv", "idle", "host", "guest" };
	const int nr_bits = sizeof(bits) / sizeof(*bits);
	unsigned int all = 0;
	size_t len;
	int i;

	(void)size;
	if (!*value)
		return profile_bad(reader, reader->line, "no value");
	while (*value && strcmp(value, "none")) {
		len = strcspn(value, " ");
		for (i = 0; i < nr_bits; i++)
			if (strlen(bits[i]) == len && !strncmp(value, bits[i], len))
				break;
		if (i == nr_bits || all & 1u << i)
			return profile_bad(reader, reader->line,
					   "bad exclude '%.*s': none, or user kernel hv idle host guest, each once",
					   (int)len, value);
		all |= 1u << i;
		value += len;
		value += strspn(value, " ");
		if (!strcmp(value, "none"))
			return profile_bad(reader, reader->line, "bad exclude: none beside others");
	}
	*(unsigned int *)field = all;
	return 0;
}

int profile_set_where(struct profile_reader *reader, void *field, size_t size, const char *value)
{
	(void)size;
	if (strcmp(value, "any") && strcmp(value, "qemu"))
		return profile_bad(reader, reader->line, "bad where '%s': any or qemu", value);
	*(bool *)field = !strcmp(value, "qemu");
	return 0;
}
