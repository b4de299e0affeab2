// SPDX-License-Identifier: GPL-2.0
#include "walk.h"
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t read_file(int folder, const char *name, struct buffer *buffer, size_t max)
{
	size_t len = 0;
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -1;
	for (;;) {
		ssize_t got;
		size_t space = buffer->room - SCAN_SLACK - len;

		got = read(fd, buffer->bytes + len, space);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			close(fd);
			return -1;
		}
		len += got;
		/* A regular file that gives less than it was asked for has no more. */
		if ((size_t)got < space)
			break;
		if (len > max) {
			close(fd);
			return -2;
		}
		buffer->room *= 2;
		buffer->bytes = must_grow(buffer->bytes, buffer->room);
	}
	close(fd);
	memset(buffer->bytes + len, 0, SCAN_SLACK);
	return len;
}

void tree_complain(struct tree *tree, const char *path, const char *why)
{
	fprintf(stderr, "pmu-audit: %s/%s: %s\n", tree->root, path, why);
	tree->unreadable++;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

/* The folders of which a kernel tree has at least one. */
static void must_be_kernel(const char *root)
{
	static const char *const some[] = { "arch", "drivers", "kernel" };
	struct stat st;

	if (stat(root, &st)) {
		fprintf(stderr, "pmu-audit: %s: %s\n", root, strerror(errno));
		exit(2);
	}
	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		char *path = must_format("%s/%s", root, some[i]);
		bool found = !stat(path, &st) && S_ISDIR(st.st_mode);

		free(path);
		if (found)
			return;
	}
	fprintf(stderr,
		"pmu-audit: %s: not a kernel tree, it has none of arch/, drivers/, kernel/\n",
		root);
	exit(2);
}

void tree_read(struct tree *tree, const char *root)
{
	*tree = (struct tree){ .root = root };
	must_be_kernel(root);
	walk_tree(tree);
	if (tree->count)
		qsort(tree->files, tree->count, sizeof(*tree->files), by_path);
	if (!tree->seen && !tree->unreadable) {
		fprintf(stderr, "pmu-audit: %s: not a kernel tree, it has no C file\n", root);
		exit(2);
	}
}

bool tree_text(struct tree *tree, struct file *file)
{
	struct buffer buffer = { NULL, FIRST_READ };
	char *full;
	ssize_t len;

	if (file->text)
		return true;
	buffer.bytes = must_alloc(buffer.room);
	full = must_format("%s/%s", tree->root, file->path);
	len = read_file(AT_FDCWD, full, &buffer, FILE_MAX);
	free(full);
	if (len < 0) {
		tree_complain(tree, file->path,
			      len == -1 ? strerror(errno) : "too long for C, more than 64 MiB");
		free(buffer.bytes);
		return false;
	}
	file->text = must_grow(buffer.bytes, len + SCAN_SLACK);
	file->len = len;
	return true;
}

void tree_forget(struct file *file)
{
	free(file->text);
	file->text = NULL;
}

void tree_free(struct tree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++) {
		free(tree->files[i].path);
		free(tree->files[i].ids);
		free(tree->files[i].text);
	}
	free(tree->files);
	*tree = (struct tree){ 0 };
}
