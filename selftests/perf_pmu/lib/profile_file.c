// SPDX-License-Identifier: GPL-2.0
/*
 * A profile's file. libinih splits it into sections and keys; its handler is not told the line, so
 * the lines are counted where they are read. What libinih would pass over in silence (long lines,
 * lines that go on, text behind a section) is refused there as well.
 */
#include "profile_file.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

int profile_bad(struct profile_reader *reader, int line, const char *fmt, ...)
{
	va_list args;
	int len;

	if (reader->bad_line)
		return -1;
	reader->bad_line = line;
	len = snprintf(reader->why, reader->why_size, "%s:%d: ", reader->profile->file, line);
	if (len < 0 || (size_t)len >= reader->why_size)
		return -1;
	va_start(args, fmt);
	vsnprintf(reader->why + len, reader->why_size - len, fmt, args);
	va_end(args);
	return -1;
}

#ifdef HAVE_LIBINIH
#include <ini.h>

/* MAX_SECTION of libinih, without the end of the string: longer names are cut short. */
#define SECTION_LEN	49

static int check_header(struct profile_reader *reader, const char *line)
{
	const char *end = strchr(line, ']');

	if (!end)
		return profile_bad(reader, reader->line, "no ] behind the section");
	if (end[1 + strspn(end + 1, " \t")])
		return profile_bad(reader, reader->line, "text behind the section");
	if (end - line - 1 > SECTION_LEN)
		return profile_bad(reader, reader->line, "section of %d characters, %d at most",
				   (int)(end - line - 1), SECTION_LEN);
	if (reader->header_line != reader->section_line)
		return profile_bad(reader, reader->header_line, "section without keys");
	reader->header_line = reader->line;
	return 0;
}

static int check_line(struct profile_reader *reader, const char *line)
{
	size_t blanks = strspn(line, " \t");

	if (!line[blanks] || *line == '#' || *line == ';')
		return 0;
	if (blanks)
		return profile_bad(reader, reader->line,
				   "begins with a blank: every value is one line");
	if (strstr(line, " ;") || strstr(line, "\t;"))
		return profile_bad(reader, reader->line,
				   "comment behind text: comments have their own lines");
	return *line == '[' ? check_header(reader, line) : 0;
}

/* fgets() that counts lines and takes only plain text. */
static char *read_line(char *text, int size, void *data)
{
	struct profile_reader *reader = data;
	/* Room for the newline by which libinih tells a whole line from a part. */
	const int max = size - 2;
	int c, len = 0;

	if (reader->bad_line)
		return NULL;
	while ((c = getc(reader->stream)) != EOF && c != '\n') {
		if (!len)
			reader->line++;
		if (len == max) {
			profile_bad(reader, reader->line, "line longer than %d characters", max);
			return NULL;
		}
		if (c != '\t' && (c < ' ' || c > '~')) {
			profile_bad(reader, reader->line, "byte 0x%02x is not plain text", c);
			return NULL;
		}
		text[len++] = c;
	}
	if (c == EOF && !len)
		return NULL;
	if (!len)
		reader->line++;
	text[len] = '\0';
	return check_line(reader, text) ? NULL : text;
}

/* Returns 0 for a fault, as libinih wants it. */
static int handle(void *data, const char *section, const char *name, const char *value)
{
	struct profile_reader *reader = data;

	if (!reader->header_line)
		return !profile_bad(reader, reader->line, "key before the first [section]");
	if (reader->section_line != reader->header_line &&
	    (profile_end_section(reader) || profile_begin_section(reader, section)))
		return 0;
	return !profile_store_key(reader, name, value);
}

static void read_all(struct profile_reader *reader)
{
	int ret = ini_parse_stream(read_line, reader, handle, reader);

	if (ferror(reader->stream)) {
		profile_bad(reader, reader->line + 1, "cannot be read: %s", strerror(errno));
	} else if (ret < 0) {
		profile_bad(reader, reader->line + 1, "out of memory");
	} else if (ret > 0 && (!reader->bad_line || ret < reader->bad_line)) {
		reader->bad_line = 0;
		profile_bad(reader, ret, "neither [section], 'key = value' nor # comment");
	}
	if (reader->bad_line)
		return;
	if (reader->header_line != reader->section_line)
		profile_bad(reader, reader->header_line, "section without keys");
	else if (!profile_end_section(reader))
		profile_check(reader);
}
#else
static void read_all(struct profile_reader *reader)
{
	profile_bad(reader, 1, "not read: built without libinih");
}
#endif

int profile_read(const char *file, struct profile *profile, char *why, size_t why_size)
{
	struct profile_reader reader = { .profile = profile, .why = why, .why_size = why_size };

	memset(profile, 0, sizeof(*profile));
	if (strlen(file) >= sizeof(profile->file)) {
		snprintf(why, why_size, "%s: %s", file, strerror(ENAMETOOLONG));
		return -1;
	}
	memcpy(profile->file, file, strlen(file) + 1);
	reader.stream = fopen(file, "re");
	if (!reader.stream) {
		snprintf(why, why_size, "%s: %s", file, strerror(errno));
		return -1;
	}
	read_all(&reader);
	fclose(reader.stream);
	return reader.bad_line ? -1 : 0;
}
