// SPDX-License-Identifier: GPL-2.0
#include "pmu_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int pmu_file(const struct pmu *pmu, const char *folder, const char *name, char text[PMU_FILE_MAX])
{
	char path[PMU_DIR_LEN + NAME_MAX + 16];
	ssize_t len;
	int fd;

	if (!*name || name[0] == '.' || strchr(name, '/'))
		return 0;
	snprintf(path, sizeof(path), "%s/%s/%s", pmu->dir, folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	len = read(fd, text, PMU_FILE_MAX - 1);
	close(fd);
	if (len < 0)
		return -1;
	text[len] = 0;
	text[strcspn(text, "\n")] = 0;
	return 1;
}

bool pmu_file_is_property(const char *name)
{
	static const char *const suffixes[] = { ".scale", ".unit", ".snapshot", ".per-pkg" };
	size_t i, len = strlen(name), suffix;

	for (i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		suffix = strlen(suffixes[i]);
		if (len > suffix && !strcmp(name + len - suffix, suffixes[i]))
			return true;
	}
	return false;
}

size_t pmu_files(const struct pmu *pmu, const char *folder, char *out, size_t len, size_t size)
{
	char path[PMU_DIR_LEN + 16];
	struct dirent **entries;
	int i, nr, put;

	snprintf(path, sizeof(path), "%s/%s", pmu->dir, folder);
	nr = scandir(path, &entries, NULL, alphasort);
	for (i = 0; i < nr; i++) {
		const char *name = entries[i]->d_name;

		if (name[0] != '.' && !pmu_file_is_property(name) && len < size) {
			put = snprintf(out + len, size - len, " %s", name);
			len += put > 0 ? put : 0;
		}
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
	return len;
}
