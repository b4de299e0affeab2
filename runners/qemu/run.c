// SPDX-License-Identifier: GPL-2.0
/*
 * Run folders. A run is written under a hidden name and renamed when it is whole, so that nobody
 * ever sees half of one. Nothing is on disk while the guest runs.
 */
#include "lab.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART ".part-"

/*
 * Free at the start, so that a run is not made for nothing: far more than a log and its results.
 */
#define ROOM (1 << 20)

static const char *const files[] = { "ktap.txt", "kmsg.txt", "meta.json", "room", "latest" };

static void remove_part(const char *results, const char *name)
{
	char path[PATH_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		path_set(path, "%s/%s/%s", results, name, files[i]);
		unlink(path);
	}
	path_set(path, "%s/%s", results, name);
	rmdir(path);
}

/* A lab that was killed while it wrote has left its folder; one that lives holds a lock on it. */
static void remove_stale(const char *results)
{
	DIR *dir = opendir(results);
	struct dirent *entry;
	char path[PATH_LEN];
	int fd;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, PART, strlen(PART)))
			continue;
		path_set(path, "%s/%s", results, entry->d_name);
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (!flock(fd, LOCK_EX | LOCK_NB))
			remove_part(results, entry->d_name);
		close(fd);
	}
	if (dir)
		closedir(dir);
}

/* Make a hidden folder and lock it. Return: its descriptor, or -1. */
static int make_part(const char *results, char *name, size_t size)
{
	char path[PATH_LEN];
	int fd;

	path_set(path, "%s/" PART "XXXXXX", results);
	if (!mkdtemp(path))
		return -1;
	chmod(path, 0755);
	snprintf(name, size, "%s", strrchr(path, '/') + 1);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		flock(fd, LOCK_EX | LOCK_NB);
	return fd;
}

static bool make_folders(const char *path)
{
	char *copy = strdup(path), *slash;
	bool ok;

	for (slash = copy + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(copy, 0755);
		*slash = '/';
	}
	ok = !mkdir(copy, 0755) || errno == EEXIST;
	free(copy);
	return ok;
}

static void complain_results(const char *results, int error)
{
	complain("can't write results in %s: %s: %s", results, strerror(error),
		 error == ENOSPC || error == EDQUOT ? "make room" :
		 "make it writable or give another folder with RESULTS=");
}

/**
 * results_ready() - see to it that runs can be written, before one is made
 *
 * Return: false, having said why not.
 */
bool results_ready(const char *results)
{
	char name[64], path[PATH_LEN];
	int dir, fd = -1, error = 0;

	if (!make_folders(results)) {
		complain_results(results, errno);
		return false;
	}
	remove_stale(results);
	dir = make_part(results, name, sizeof(name));
	if (dir < 0) {
		complain_results(results, errno);
		return false;
	}
	path_set(path, "%s/%s/room", results, name);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	error = fd < 0 ? errno : posix_fallocate(fd, 0, ROOM);
	if (fd >= 0)
		close(fd);
	remove_part(results, name);
	close(dir);
	if (error)
		complain_results(results, error);
	return !error;
}

/* Terminals send \r\n. */
static char *kernel_log(const struct guest *guest)
{
	size_t len, from, to = 0;
	char *text = guest_text(guest->console, &len);

	for (from = 0; from < len; from++)
		if (text[from] != '\r')
			text[to++] = text[from];
	if (to && text[to - 1] != '\n' && to < len)
		text[to++] = '\n';
	text[to] = '\0';
	return text;
}

static bool write_files(const char *folder, const struct guest *guest, const struct options *opt)
{
	char *kmsg = kernel_log(guest), *text, path[PATH_LEN];
	bool ok = true;
	size_t len;
	FILE *f;

	text = guest_text(guest->results, &len);
	path_set(path, "%s/ktap.txt", folder);
	f = fopen(path, "w");
	if (f) {
		ktap_write(f, guest, text, kmsg);
		ok &= !ferror(f);
		ok &= !fclose(f);
	}
	ok &= !!f;
	path_set(path, "%s/kmsg.txt", folder);
	f = ok ? fopen(path, "w") : NULL;
	if (f) {
		ok &= fputs(kmsg, f) >= 0;
		ok &= !fclose(f);
	}
	ok &= !!f;
	path_set(path, "%s/meta.json", folder);
	ok = ok && meta_write(path, guest, opt);
	free(text);
	free(kmsg);
	return ok;
}

/* Give a whole run its name, unique also where two start in one second, and make it the latest. */
static bool publish(const char *results, const char *part, const struct guest *guest)
{
	const char *release = guest->release[0] ? guest->release : "unknown";
	char from[PATH_LEN], to[PATH_LEN], latest[PATH_LEN], name[256], stamp[32];
	struct tm tm;
	int i;

	strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%SZ", gmtime_r(&guest->utc, &tm));
	path_set(from, "%s/%s", results, part);
	path_set(latest, "%s/latest", from);
	for (i = 1; ; i++) {
		snprintf(name, sizeof(name), i == 1 ? "%s-%s-%s" : "%s-%s-%s.%d", stamp,
			 guest->name, release, i);
		path_set(to, "%s/%s", results, name);
		if (!access(to, F_OK))
			continue;
		unlink(latest);
		if (symlink(name, latest))
			return false;
		if (!rename(from, to))
			break;
		if (errno != EEXIST && errno != ENOTEMPTY)
			return false;
	}
	path_set(from, "%s/latest", to);
	path_set(latest, "%s/latest-%s", results, guest->name);
	if (rename(from, latest))
		return false;
	printf("%s\n", to);
	fflush(stdout);
	return true;
}

/**
 * run_write() - keep an ended guest's run; its folder is printed
 *
 * Return: false, having said why, where it was no run or can't be kept.
 */
bool run_write(struct guest *guest, const struct options *opt)
{
	char part[64], folder[PATH_LEN];
	bool ok;
	int dir;

	if (guest->ending == NO_RUN) {
		complain("%s: %s", guest->name, guest->reason);
		return false;
	}
	dir = make_part(opt->results, part, sizeof(part));
	if (dir < 0) {
		complain_results(opt->results, errno);
		return false;
	}
	path_set(folder, "%s/%s", opt->results, part);
	errno = 0;
	ok = write_files(folder, guest, opt) && publish(opt->results, part, guest);
	if (!ok) {
		complain_results(opt->results, errno ? errno : ENOSPC);
		remove_part(opt->results, part);
	}
	close(dir);
	return ok;
}
