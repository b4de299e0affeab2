// SPDX-License-Identifier: GPL-2.0
#include "intent.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result.h"

/* Outlives a reboot (file-hierarchy(7)). */
#define FOLDER		"/var/tmp"
#define RECORD		FOLDER "/perf_pmu.about-to"
#define BOOT_ID		"/proc/sys/kernel/random/boot_id"

static void boot_id(char id[64])
{
	FILE *file = fopen(BOOT_ID, "re");

	id[0] = 0;
	if (file && !fgets(id, 64, file))
		id[0] = 0;
	if (file)
		fclose(file);
	id[strcspn(id, "\n")] = 0;
}

/* The folder's entry has to reach the disk as well. */
static void sync_folder(void)
{
	int fd = open(FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

void intent_begin(const char *what)
{
	char id[64];
	int fd;

	note("about to: %s", what);
	/* Anybody may have put something there. */
	unlink(RECORD);
	fd = open(RECORD, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	boot_id(id);
	dprintf(fd, "%s %s\n", id, what);
	fsync(fd);
	close(fd);
	sync_folder();
}

void intent_end(void)
{
	unlink(RECORD);
}

bool intent_lost(const char *what)
{
	char id[64], line[256] = "";
	struct stat st;
	size_t len;
	int fd;

	fd = open(RECORD, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    read(fd, line, sizeof(line) - 1) < 0)
		line[0] = 0;
	close(fd);
	boot_id(id);
	len = strcspn(line, " ");
	line[strcspn(line, "\n")] = 0;
	/* This boot's is of a run that was killed, not of the machine. */
	if (!line[len] || (strlen(id) == len && !strncmp(line, id, len)) ||
	    strcmp(line + len + 1, what))
		return false;
	unlink(RECORD);
	return true;
}
