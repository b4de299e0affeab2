// SPDX-License-Identifier: GPL-2.0
/* Which programs of the installed tree a guest runs. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/* Does a name the caller gave mean this test? COLLECTION:PROGRAM, PROGRAM or COLLECTION. */
static bool means(const char *name, size_t len, const char *test)
{
	const char *colon = strchr(test, ':');

	return (strlen(test) == len && !strncmp(name, test, len)) ||
	       (strlen(colon + 1) == len && !strncmp(name, colon + 1, len)) ||
	       ((size_t)(colon - test) == len && !strncmp(name, test, len));
}

static bool chosen(const char *wanted, const char *test)
{
	size_t len;

	while (*(wanted += strspn(wanted, " ,\t"))) {
		len = strcspn(wanted, " ,\t");
		if (means(wanted, len, test))
			return true;
		wanted += len;
	}
	return false;
}

static bool all_known(const char *wanted, const struct strings *known)
{
	size_t len;
	int i;

	while (*(wanted += strspn(wanted, " ,\t"))) {
		len = strcspn(wanted, " ,\t");
		for (i = 0; i < known->nr; i++)
			if (means(wanted, len, known->at[i]))
				break;
		if (i == known->nr) {
			fprintf(stderr, "lab: no test '%.*s', there are:", (int)len, wanted);
			for (i = 0; i < known->nr; i++)
				fprintf(stderr, " %s", known->at[i]);
			fprintf(stderr, "\n");
			return false;
		}
		wanted += len;
	}
	return true;
}

/**
 * tests_choose() - the tests to run, in the order of the installed tree's list
 * @guests: build-guest's folder
 * @wanted: what the caller asked for, or NULL for all
 * @tests: COLLECTION:PROGRAM each
 *
 * Return: false, having said why, where there is no list, or a name is not on it.
 */
bool tests_choose(const char *guests, const char *arch, const char *wanted, struct strings *tests)
{
	struct strings known = { 0 };
	char path[PATH_LEN], line[256];
	size_t len = 0;
	bool ok;
	FILE *f;
	int i;

	path_set(path, "%s/%s/kselftest/kselftest-list.txt", guests, arch);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (strchr(line, ':'))
			strings_add(&known, "%s", line);
	}
	if (f)
		fclose(f);
	if (!known.nr) {
		complain("%s: no tests for the guest: runners/qemu/build-guest %s makes them",
			 path, arch);
		return false;
	}
	ok = !wanted || all_known(wanted, &known);
	for (i = 0; ok && i < known.nr; i++) {
		if (!wanted || chosen(wanted, known.at[i])) {
			strings_add(tests, "%s", known.at[i]);
			len += strlen(known.at[i]) + 1;
		}
	}
	if (ok && !tests->nr) {
		complain("TESTS=%s names no test", wanted ? wanted : "");
		ok = false;
	}
	if (ok && wanted && len > MAX_TESTS_LEN) {
		complain("TESTS: too many names for a kernel's command line: give a collection");
		ok = false;
	}
	strings_free(&known);
	return ok;
}
