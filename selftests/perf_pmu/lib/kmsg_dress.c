// SPDX-License-Identifier: GPL-2.0
#include "kmsg_dress.h"

#include <string.h>

static const char escape = '\033';
static const char digits[] = "0123456789";

/* "[Tue Nov  3 12:00:00 2026]" is the longest. */
#define STAMP_MAX	40

/* "Nov  7 04:20:15 host kernel: ": host names have at most 64 characters. */
#define SYSLOG_MAX	128

/* Behind "ESC [" up to the letter that ends it; other sequences are ESC and one character. */
static size_t escape_len(const char *text, size_t len)
{
	size_t i = 2;

	if (len < 2 || text[1] != '[')
		return len < 2 ? len : 2;
	while (i < len && (unsigned char)text[i] < '@')
		i++;
	return i < len ? i + 1 : len;
}

static void clean(const char *line, size_t len, char *buf)
{
	size_t in = 0, out = 0;

	while (in < len && line[in] != '\n' && out + 1 < KMSG_LINE_MAX) {
		if (line[in] == escape) {
			in += escape_len(line + in, len - in);
			continue;
		}
		if (line[in] == '\t')
			buf[out++] = ' ';
		else if ((unsigned char)line[in] >= ' ')
			buf[out++] = line[in];
		in++;
	}
	buf[out] = 0;
}

/* "6,1234,5678,-;" or with ",caller=T1" before the semicolon */
static const char *skip_header(const char *text)
{
	const char *pos = text;
	int commas;
	size_t len;

	for (commas = 0; commas < 3; commas++) {
		len = strspn(pos, digits);
		if (!len || pos[len] != ',')
			return text;
		pos += len + 1;
	}
	pos += strcspn(pos, "; ");
	return *pos == ';' ? pos + 1 : text;
}

/* "<6>" */
static const char *skip_level(const char *text)
{
	size_t len;

	if (*text != '<')
		return text;
	len = strspn(text + 1, digits);
	return len && text[len + 1] == '>' ? text + len + 2 : text;
}

/* "[   12.345678]", "[46294.219499][   C33]", "[Tue Nov  3 12:00:00 2026]" */
static const char *skip_stamp(const char *text)
{
	size_t len;

	if (*text != '[')
		return text;
	len = strcspn(text, "]");
	/* A stamp ends in a digit; "[ cut here ]" and "[drm]" are the message's own. */
	if (text[len] != ']' || len > STAMP_MAX || !strchr(digits, text[len - 1]))
		return text;
	return text + len + 1;
}

/* "kern  :info  : " as dmesg -x writes it */
static const char *skip_facility(const char *text)
{
	const char *pos;

	if (strncmp(text, "kern", 4))
		return text;
	pos = text + 4 + strspn(text + 4, " ");
	if (*pos != ':')
		return text;
	pos++;
	pos += strspn(pos, "abcdefghijklmnopqrstuvwxyz");
	pos += strspn(pos, " ");
	return *pos == ':' ? pos + 1 : text;
}

/* "Nov  7 04:20:15 host kernel: " */
static const char *skip_syslog(const char *text)
{
	static const char tag[] = " kernel: ";
	const char *pos = strstr(text, tag);

	if (!strncmp(text, tag + 1, sizeof(tag) - 2))
		return text + sizeof(tag) - 2;
	if (!pos || pos - text > SYSLOG_MAX)
		return text;
	return pos + sizeof(tag) - 1;
}

static const char *skip_one(const char *text)
{
	text += strspn(text, " ");
	text = skip_header(text);
	text = skip_level(text);
	text = skip_stamp(text);
	return skip_facility(text);
}

const char *kmsg_undress(const char *line, size_t len, char buf[KMSG_LINE_MAX])
{
	const char *text, *before;

	clean(line, len, buf);
	text = skip_syslog(buf);
	do {
		before = text;
		text = skip_one(text);
	} while (text != before);
	return text;
}
