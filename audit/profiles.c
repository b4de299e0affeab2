// SPDX-License-Identifier: GPL-2.0
/* Do the profiles expect of a kernel's drivers what its source says? */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit.h"
#include "profile.h"

/* The number after NAME in a Makefile's "NAME = number", 0 where there is none. */
static unsigned int makefile_number(const char *text, const char *name)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, name, strlen(name)) && strchr(line, '='))
			return strtoul(strchr(line, '=') + 1, NULL, 10);
	}
	return 0;
}

/* The version of a tree as profiles count it, 7.2 is 7002. Ends the program where it has none. */
static unsigned int tree_version(const char *root)
{
	char *path = must_format("%s/Makefile", root);
	char text[4096];
	FILE *file = fopen(path, "re");
	size_t len = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
	unsigned int major, minor;

	text[len] = 0;
	if (file)
		fclose(file);
	major = makefile_number(text, "VERSION ");
	minor = makefile_number(text, "PATCHLEVEL ");
	if (!major) {
		fprintf(stderr, "pmu-audit: %s: names no version\n", path);
		exit(2);
	}
	free(path);
	return major * 1000 + minor;
}

/* How many of a file's paths have this verdict, and one of them. */
static int count_rows(const struct rows *rows, const char *file, enum verdict verdict,
		      const struct row **one)
{
	int count = 0;

	for (uint32_t i = 0; i < rows->count; i++) {
		if (strcmp(rows->row[i].file, file) || rows->row[i].verdict != verdict)
			continue;
		count++;
		*one = &rows->row[i];
	}
	return count;
}

/* What the source says against a PMU's profile, NULL where nothing. The caller frees it. */
static char *contradiction(const struct rows *rows, const struct pmu_profile *pmu,
			   unsigned int version)
{
	const struct row *row = NULL;
	bool samples = kernel_in(&pmu->sampling, version);
	bool reports = kernel_in(&pmu->reports, version);
	int good, silent;

	good = count_rows(rows, pmu->driver, REPORTS, &row);
	silent = count_rows(rows, pmu->driver, DOES_NOT_REPORT, &row);
	if (!samples)
		return NULL;
	if (!good && !silent)
		return must_format("sampling is expected, but no interrupt of it delivers samples");
	/* Detours that bypass the report are rows of the same file: one that reports is enough. */
	if (reports && !good)
		return must_format("reports is expected, but at %s: %s", row->sink, row->reason);
	if (!reports && !silent) {
		count_rows(rows, pmu->driver, REPORTS, &row);
		return must_format("no report is expected, but there is one at %s", row->took);
	}
	return NULL;
}

static bool in_tree(const char *root, const char *file)
{
	char *path = must_format("%s/%s", root, file);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/* Compare one profile. Returns the number of contradictions, -1 where the profile is bad. */
static int compare_profile(const struct rows *rows, const char *root, const char *file,
			   unsigned int version)
{
	static struct profile profile;
	char why[512];
	int errors = 0;

	if (profile_read(file, &profile, why, sizeof(why))) {
		fprintf(stderr, "%s\n", why);
		return -1;
	}
	for (int i = 0; i < profile.nr_pmus; i++) {
		const struct pmu_profile *pmu = &profile.pmus[i];
		char *what;

		if (!in_tree(root, pmu->driver)) {
			printf("%s: %s: not compared, this kernel has no %s\n", profile.name,
			       pmu->pattern, pmu->driver);
			continue;
		}
		what = contradiction(rows, pmu, version);
		if (what) {
			printf("%s: [pmu %s]: %s\n", file, pmu->pattern, what);
			errors++;
		}
		free(what);
	}
	return errors;
}

static int is_profile(const struct dirent *entry)
{
	return !fnmatch("*.ini", entry->d_name, 0);
}

int compare_profiles(const struct rows *rows, const char *root, const char *folder)
{
	unsigned int version = tree_version(root);
	struct dirent **files;
	int count = scandir(folder, &files, is_profile, alphasort), errors = 0, bad = 0;

	if (count <= 0) {
		fprintf(stderr, "pmu-audit: %s: %s\n", folder,
			count ? strerror(errno) : "no profiles in it");
		return 2;
	}
	for (int i = 0; i < count; i++) {
		char *file = must_format("%s/%s", folder, files[i]->d_name);
		int found = compare_profile(rows, root, file, version);

		if (found < 0)
			bad++;
		else
			errors += found;
		free(file);
		free(files[i]);
	}
	free(files);
	printf("%d profiles, %d contradictions, Linux %u.%u\n", count, errors, version / 1000,
	       version % 1000);
	return bad ? 2 : errors > 0;
}
