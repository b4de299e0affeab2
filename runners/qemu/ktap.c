// SPDX-License-Identifier: GPL-2.0
/*
 * ktap.txt from what a guest has sent: each program's own KTAP as a subtest, in the form that
 * kunit.py of 6.1 and of today read without complaint (a version line, then "# Subtest:" with the
 * name of the result line), then the program's result as run_kselftest.sh words it. The lab's own
 * verdict on the guest, where it did not come to its end, is the last result.
 */
#include "lab.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

#define INDENT "    "

/* How much of the kernel log goes with the verdict on a guest. */
#define LOG_LINES 30

/* Statuses of a kselftest program: kselftest.h. */
#define KSFT_XFAIL 2
#define KSFT_SKIP 4

struct program {
	char name[160];		/* selftests: COLLECTION: PROGRAM */
	struct strings lines;
	bool ended;
	int status;
	unsigned int timeout;
	int planned, given;
	bool speaks_ktap;
};

static bool is_result(const char *line)
{
	return !strncmp(line, "ok ", 3) || !strncmp(line, "not ok ", 7);
}

static bool is_version(const char *line)
{
	return !strncmp(line, "TAP version ", 12) || !strncmp(line, "KTAP version ", 13);
}

static void add_line(struct program *program, const char *line, size_t len)
{
	char *copy;
	size_t i;

	strings_add(&program->lines, "%.*s", (int)len, line);
	copy = program->lines.at[program->lines.nr - 1];
	for (i = 0; copy[i]; i++)
		if (iscntrl((unsigned char)copy[i]) && copy[i] != '\t')
			copy[i] = '?';
	if (program->planned < 0)
		sscanf(copy, "1..%d", &program->planned);
	program->given += is_result(copy);
	program->speaks_ktap |= is_version(copy);
}

/* Sort the lines into programs. Return: how many. */
static int sort_lines(const char *text, struct program *programs, int max)
{
	const char *line, *end;
	char a[64], b[64];
	struct program *in = NULL;
	int nr = 0, status;
	unsigned int timeout;
	size_t len;

	for (line = text; *line; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		len = end - line;
		if (strncmp(line, FRAME, strlen(FRAME))) {
			/* An empty line is the one before a frame. */
			if (in && len)
				add_line(in, line, len);
			continue;
		}
		if (sscanf(line, FRAME "start %63s %63[^\n]", a, b) == 2 && nr < max) {
			in = &programs[nr++];
			in->planned = -1;
			snprintf(in->name, sizeof(in->name), "selftests: %s: %s", a, b);
		} else if (in && sscanf(line, FRAME "end %63s %63s %d %u", a, b, &status,
					&timeout) == 4) {
			in->ended = true;
			in->status = status;
			in->timeout = timeout;
			in = NULL;
		}
	}
	return nr;
}

/*
 * A program that ended before it had given all results leaves a plan that nothing keeps: the plan
 * becomes what was given, and a line says so.
 */
static void write_subtest(FILE *out, const struct program *program)
{
	bool opened = false;
	int i;

	fprintf(out, "# %s\n", program->name);
	for (i = 0; i < program->lines.nr; i++) {
		const char *line = program->lines.at[i];

		if (!program->speaks_ktap || !program->given) {
			fprintf(out, "# %s\n", line);
		} else if (is_version(line) && !opened) {
			fprintf(out, INDENT "KTAP version 1\n" INDENT "# Subtest: %s\n",
				program->name);
			opened = true;
		} else if (!strncmp(line, "1..", 3) && program->given < program->planned) {
			fprintf(out, INDENT "# planned: %d results, given: %d\n" INDENT "1..%d\n",
				program->planned, program->given, program->given);
		} else {
			fprintf(out, "%s%s\n", opened ? INDENT : "# ", line);
		}
	}
}

static void write_result(FILE *out, const struct program *program, int nr)
{
	if (!program->ended)
		fprintf(out, "not ok %d %s # the guest ended in it\n", nr, program->name);
	else if (program->status == KSFT_SKIP)
		fprintf(out, "ok %d %s # SKIP\n", nr, program->name);
	else if (program->status == KSFT_XFAIL)
		fprintf(out, "ok %d %s # XFAIL\n", nr, program->name);
	else if (program->status == FRAME_TIMEOUT)
		fprintf(out, "not ok %d %s # TIMEOUT %u seconds\n", nr, program->name,
			program->timeout);
	else if (program->status)
		fprintf(out, "not ok %d %s # exit=%d\n", nr, program->name, program->status);
	else if (program->given < program->planned)
		fprintf(out, "not ok %d %s # %d of %d results\n", nr, program->name,
			program->given, program->planned);
	else
		fprintf(out, "ok %d %s\n", nr, program->name);
}

static void write_guest(FILE *out, const struct guest *guest, const char *kmsg, int nr)
{
	const char *ending = ending_names[guest->ending], *line;
	size_t len;
	int lines = 0;

	line = kmsg + strlen(kmsg);
	while (line > kmsg && lines < LOG_LINES) {
		line--;
		while (line > kmsg && line[-1] != '\n')
			line--;
		lines++;
	}
	fprintf(out, "# guest.%s.%s reason: %s\n", guest->name, ending, guest->reason);
	for (; *line; line += len + (line[len] == '\n')) {
		len = strcspn(line, "\n");
		fprintf(out, "# guest.%s.%s log: %.*s\n", guest->name, ending, (int)len, line);
	}
	fprintf(out, "not ok %d guest.%s.%s\n", nr, guest->name, ending);
}

/**
 * ktap_write() - all results of a guest
 * @text: what came from the results port
 * @kmsg: the kernel log
 */
void ktap_write(FILE *out, const struct guest *guest, const char *text, const char *kmsg)
{
	int i, nr, all = guest->tests.nr;
	struct program *programs = calloc(all, sizeof(*programs));

	if (!programs)
		abort();
	nr = sort_lines(text, programs, all);
	fprintf(out, "KTAP version 1\n1..%d\n", all + (guest->ending != DONE));
	for (i = 0; i < nr; i++) {
		write_subtest(out, &programs[i]);
		write_result(out, &programs[i], i + 1);
		strings_free(&programs[i].lines);
	}
	for (; i < all; i++)
		fprintf(out, "not ok %d selftests: %.*s: %s # not run: the guest ended before\n",
			i + 1, (int)strcspn(guest->tests.at[i], ":"), guest->tests.at[i],
			strchr(guest->tests.at[i], ':') + 1);
	if (guest->ending != DONE)
		write_guest(out, guest, kmsg, all + 1);
	free(programs);
}
