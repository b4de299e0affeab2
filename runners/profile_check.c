// SPDX-License-Identifier: GPL-2.0
/*
 * profile_check FOLDER - read every profile of a folder. Each bad one gets a line, file:line:
 * reason. Exit status: 0 all are good, 2 not.
 */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "profile.h"

#define EXIT_BAD	2

static int is_profile(const struct dirent *entry)
{
	return !fnmatch("*.ini", entry->d_name, 0);
}

int main(int argc, char **argv)
{
	static struct profile profile;
	struct dirent **files;
	char path[512], why[512];
	int nr, i, bad = 0;

	if (argc != 2) {
		fprintf(stderr, "profile_check: usage: profile_check FOLDER\n");
		return EXIT_BAD;
	}
	nr = scandir(argv[1], &files, is_profile, alphasort);
	if (nr <= 0) {
		fprintf(stderr, "%s: %s\n", argv[1], nr ? strerror(errno) : "no profiles in it");
		return EXIT_BAD;
	}
	for (i = 0; i < nr; i++) {
		snprintf(path, sizeof(path), "%s/%s", argv[1], files[i]->d_name);
		if (!profile_read(path, &profile, why, sizeof(why)))
			continue;
		fprintf(stderr, "%s\n", why);
		bad = EXIT_BAD;
	}
	return bad;
}
