// SPDX-License-Identifier: GPL-2.0
#include "sysfs_format.h"

#include <ctype.h>
#include <string.h>

#define WORD_BITS	64

__u64 *attr_config(struct perf_event_attr *attr, unsigned int config)
{
	switch (config) {
	case 0:
		return &attr->config;
	case 1:
		return &attr->config1;
	case 2:
		return &attr->config2;
#ifdef PERF_ATTR_SIZE_VER8
	case 3:
		return &attr->config3;
#endif
#ifdef PERF_ATTR_SIZE_VER9
	case 4:
		return &attr->config4;
#endif
	}
	return NULL;
}

/* A bit number. */
static bool take_bit(const char **text, unsigned char *bit)
{
	unsigned int value = 0;
	const char *pos = *text;

	while (isdigit((unsigned char)*pos) && value < WORD_BITS)
		value = value * 10 + (*pos++ - '0');
	if (pos == *text || value >= WORD_BITS)
		return false;
	*bit = value;
	*text = pos;
	return true;
}

bool sysfs_format_parse(const char *text, struct sysfs_format *format)
{
	static const char word[] = "config";
	unsigned char first, last;

	memset(format, 0, sizeof(*format));
	if (strncmp(text, word, sizeof(word) - 1))
		return false;
	text += sizeof(word) - 1;
	if (*text >= '1' && *text <= '9')
		format->config = *text++ - '0';
	if (*text++ != ':')
		return false;
	for (;;) {
		if (format->nr == WORD_BITS || !take_bit(&text, &first))
			return false;
		last = first;
		if (*text == '-') {
			text++;
			if (!take_bit(&text, &last) || last < first)
				return false;
		}
		format->bits[format->nr].first = first;
		format->bits[format->nr++].last = last;
		if (*text != ',')
			break;
		text++;
	}
	return !text[strspn(text, "\n")] && sysfs_format_width(format) <= WORD_BITS;
}

unsigned int sysfs_format_width(const struct sysfs_format *format)
{
	unsigned int i, width = 0;

	for (i = 0; i < format->nr; i++)
		width += format->bits[i].last - format->bits[i].first + 1;
	return width;
}

void sysfs_format_put(const struct sysfs_format *format, uint64_t value, __u64 *word)
{
	unsigned int i, bit;

	for (i = 0; i < format->nr; i++) {
		for (bit = format->bits[i].first; bit <= format->bits[i].last; bit++) {
			*word &= ~(1ULL << bit);
			*word |= (value & 1) << bit;
			value >>= 1;
		}
	}
}
