// SPDX-License-Identifier: GPL-2.0
/*
 * report RUN... - the summary table of run folders.
 *
 * Exit: 0 nothing unexpected; 1 a FAIL that no profile explains, also of a guest or a program; 2
 * with one line on stderr where a run can't be read; 4 where everything was skipped.
 */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* arch, kernel, mode, PMU, requirement, verdict, rate, handler and budget, reason */
#define COLUMNS 9

/* The exit statuses beside 0. KSFT_SKIP is kselftest's. */
#define EXIT_FAIL 1
#define EXIT_UNREADABLE 2
#define KSFT_SKIP 4

struct table {
	char *(*rows)[COLUMNS];
	size_t nr;
};

static char *text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static char *text(const char *fmt, ...)
{
	char *out;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&out, fmt, ap) < 0)
		abort();
	va_end(ap);
	return out;
}

static char **add_row(struct table *table)
{
	table->rows = realloc(table->rows, (table->nr + 1) * sizeof(*table->rows));
	if (!table->rows)
		abort();
	return table->rows[table->nr++];
}

static void print_table(const struct table *table)
{
	size_t width[COLUMNS] = { 0 }, row;
	int col, last;

	for (row = 0; row < table->nr; row++)
		for (col = 0; col < COLUMNS; col++)
			if (strlen(table->rows[row][col]) > width[col])
				width[col] = strlen(table->rows[row][col]);
	for (row = 0; row < table->nr; row++) {
		/* Nothing behind the last word of a line. */
		for (last = COLUMNS - 1; last > 0 && !table->rows[row][last][0]; last--)
			;
		for (col = 0; col < last; col++)
			printf("%-*s  ", (int)width[col], table->rows[row][col]);
		printf("%s\n", table->rows[row][last]);
	}
}

static void free_table(struct table *table)
{
	int col;

	while (table->nr--)
		for (col = 0; col < COLUMNS; col++)
			free(table->rows[table->nr][col]);
	free(table->rows);
}

static void add_head(struct table *table)
{
	static const char *const head[COLUMNS] = {
		"ARCH", "KERNEL", "MODE", "PMU", "REQUIREMENT", "VERDICT", "RATE",
		"HANDLER/BUDGET", "REASON",
	};
	char **row = add_row(table);
	int col;

	for (col = 0; col < COLUMNS; col++)
		row[col] = text("%s", head[col]);
}

static void add_result(struct table *table, const struct meta *meta, const struct result *result)
{
	const char *pmu = result->outer ? NULL : strchr(result->name, '.');
	char **row = add_row(table);
	const char *detail;

	row[0] = text("%s", meta->arch);
	row[1] = strcmp(meta->variant, "-") ? text("%s %s", meta->kernel, meta->variant) :
					      text("%s", meta->kernel);
	row[2] = text("%s", meta->mode);
	if (pmu) {
		/* REQUIREMENT.PMU, and behind another dot what tells its results apart. */
		detail = strchrnul(pmu + 1, '.');
		row[3] = text("%.*s", (int)(detail - pmu - 1), pmu + 1);
		row[4] = text("%.*s%s%s", (int)(pmu - result->name), result->name,
			      *detail ? " " : "", *detail ? detail + 1 : "");
	} else {
		row[3] = text("-");
		row[4] = text("%s", result->name);
	}
	row[5] = text("%s", verdict_names[result->verdict]);
	row[6] = result->rate_before[0] || result->rate_after[0] ?
		 text("%s -> %s", result->rate_before, result->rate_after) : text("-");
	row[7] = result->handler_ns[0] || result->budget_ns[0] ?
		 text("%s/%s ns", result->handler_ns[0] ? result->handler_ns : "-",
		      result->budget_ns[0] ? result->budget_ns : "-") : text("-");
	row[8] = text("%s", result->verdict == OK ? "" : result->reason);
}

/* Return: false, having said why, where the run can't be read. */
static bool read_run(struct table *table, const char *run, size_t count[NR_VERDICTS])
{
	char *path = text("%s/meta.json", run);
	const char *fault;
	struct ktap ktap = { 0 };
	struct meta meta;
	size_t i;
	bool ok;

	ok = meta_read(&meta, path, &fault);
	if (ok) {
		free(path);
		path = text("%s/ktap.txt", run);
		ok = ktap_read(&ktap, path, &fault);
	}
	if (!ok)
		fprintf(stderr, "report: %s: %s\n", path, fault);
	for (i = 0; ok && i < ktap.nr; i++) {
		/* A program that did what it should is told by its requirements. */
		if (ktap.results[i].outer && ktap.results[i].verdict == OK)
			continue;
		count[ktap.results[i].verdict]++;
		add_result(table, &meta, &ktap.results[i]);
	}
	ktap_free(&ktap);
	free(path);
	return ok;
}

int main(int argc, char **argv)
{
	size_t count[NR_VERDICTS] = { 0 };
	struct table table = { 0 };
	size_t all = 0;
	bool ok = true;
	int i;

	if (argc < 2) {
		fprintf(stderr, "usage: report RUN...\n");
		return EXIT_UNREADABLE;
	}
	add_head(&table);
	for (i = 1; i < argc; i++)
		ok &= read_run(&table, argv[i], count);
	if (table.nr > 1)
		print_table(&table);
	free_table(&table);
	for (i = 0; i < NR_VERDICTS; i++)
		all += count[i];
	printf("%zu results:", all);
	for (i = 0; i < NR_VERDICTS; i++)
		printf(" %zu %s%s", count[i], verdict_names[i], i < NR_VERDICTS - 1 ? "," : "\n");
	fflush(stdout);
	if (count[FAIL])
		return EXIT_FAIL;
	if (!ok)
		return EXIT_UNREADABLE;
	if (!all) {
		fprintf(stderr, "report: no results in %s\n", argv[1]);
		return EXIT_UNREADABLE;
	}
	if (count[SKIP] == all) {
		fprintf(stderr, "report: nothing was judged, all was skipped: see the reasons\n");
		return KSFT_SKIP;
	}
	return 0;
}
