// SPDX-License-Identifier: GPL-2.0
/*
 * pmu-audit: which interrupts of a kernel's PMU drivers deliver samples without reporting how long
 * that took?
 */
#include "image.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"Usage: pmu-audit [OPTION]... TREE\n"
	"       pmu-audit [--format=FORMAT] --vmlinux=FILE\n"
	"       pmu-audit --vmlinux=FILE TREE\n"
	"Which PMU interrupts of a kernel tree deliver samples, and do they report their duration by\n"
	"perf_sample_event_took()?\n"
	"\n"
	"  --format=table|json|sarif  default: table\n"
	"  --arch=ARCH                only the rows of one architecture, named as its folder in arch/\n"
	"  --against=OLD              only the rows that differ from those of the tree OLD\n"
	"  --profiles=FOLDER          what in these arch profiles the tree contradicts\n"
	"  --vmlinux=FILE             audit a linked kernel with symbols instead (x86-64, arm64, riscv64, ppc64,\n"
	"                             alpha); with TREE, its source: what in the image the tree contradicts\n"
	"  --help\n"
	"\n"
	"Exit status: 0 all paths report, 1 one does not or could not be resolved (with --against: one lost its\n"
	"report, or a new one has none), 2 the audit could not be made, or not of all files.\n";

enum format { FORMAT_TABLE, FORMAT_JSON, FORMAT_SARIF };

struct options {
	enum format format;
	const char *arch, *against, *profiles, *vmlinux, *tree;
};

static _Noreturn void bad_option(const char *text)
{
	fprintf(stderr, "pmu-audit: %s; pmu-audit --help tells more\n", text);
	exit(2);
}

static enum format parse_format(const char *text)
{
	static const char *const names[] = { "table", "json", "sarif" };

	for (int i = 0; i < 3; i++) {
		if (!strcmp(names[i], text))
			return i;
	}
	bad_option("--format is one of table, json, sarif");
}

static void parse_options(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "arch", required_argument, NULL, 'a' },
		{ "against", required_argument, NULL, 'o' },
		{ "profiles", required_argument, NULL, 'p' },
		{ "vmlinux", required_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (option) {
		case 'f':
			options->format = parse_format(optarg);
			break;
		case 'a':
			options->arch = optarg;
			break;
		case 'o':
			options->against = optarg;
			break;
		case 'p':
			options->profiles = optarg;
			break;
		case 'v':
			options->vmlinux = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			exit(0);
		default:
			bad_option("an option is not known, or lacks its value");
		}
	}
	if (options->vmlinux && (options->arch || options->against || options->profiles))
		bad_option("--vmlinux goes with --format or a tree only");
	if (options->vmlinux && optind == argc)
		return;
	if (optind + 1 != argc)
		bad_option("one kernel tree is needed");
	options->tree = argv[optind];
}

static void write_rows(const struct rows *rows, enum format format)
{
	switch (format) {
	case FORMAT_TABLE:
		write_table(rows, stdout);
		break;
	case FORMAT_JSON:
		write_json(rows, stdout);
		break;
	case FORMAT_SARIF:
		write_sarif(rows, stdout);
		break;
	}
	if (fflush(stdout) || ferror(stdout)) {
		fputs("pmu-audit: the result could not be written\n", stderr);
		exit(2);
	}
}

static bool has_findings(const struct rows *rows)
{
	for (uint32_t i = 0; i < rows->count; i++) {
		if (row_is_finding(&rows->row[i]))
			return true;
	}
	return false;
}

/*
 * The rows of a kernel image, or what in them a tree contradicts. Returns the exit status; ends the
 * program with status 2 where it is no image.
 */
static int audit_image(const struct options *options)
{
	struct rows rows = { 0 }, source = { 0 };
	struct image image;
	const char *wrong = image_open(&image, options->vmlinux);
	int status;

	if (!wrong)
		wrong = image_scan(&image);
	if (wrong) {
		fprintf(stderr, "pmu-audit: %s: %s\n", options->vmlinux, wrong);
		exit(2);
	}
	image_judge(&image, &rows);
	if (options->tree) {
		audit(options->tree, &source);
		status = image_compare(&image, &rows, &source);
	} else {
		write_rows(&rows, options->format);
		status = has_findings(&rows);
	}
	image_close(&image);
	rows_free(&rows);
	rows_free(&source);
	return status;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	struct rows rows, before = { 0 }, changed = { 0 };
	int status;

	parse_options(argc, argv, &options);
	if (options.vmlinux)
		return audit_image(&options);
	audit(options.tree, &rows);
	if (options.profiles && !rows.holes) {
		status = compare_profiles(&rows, options.tree, options.profiles);
		rows_free(&rows);
		return status;
	}
	if (options.arch)
		rows_of_arch(&rows, options.arch);
	if (options.against) {
		audit(options.against, &before);
		if (options.arch)
			rows_of_arch(&before, options.arch);
		status = rows_compare(&before, &rows, &changed);
		write_rows(&changed, options.format);
	} else {
		status = has_findings(&rows);
		write_rows(&rows, options.format);
	}
	if (rows.holes || before.holes)
		status = 2;
	rows_free(&rows);
	rows_free(&before);
	rows_free(&changed);
	return status;
}
