/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the files of a kernel tree. */
#ifndef AUDIT_WALK_H
#define AUDIT_WALK_H

#include <sys/types.h>

#include "tree.h"

/* The longest C file of Linux 7.2 has 4 MB. */
#define FILE_MAX (64 << 20)
#define FIRST_READ (256 << 10)

struct buffer {
	char *bytes;
	size_t room;
};

/*
 * Read a file into the buffer. Returns its length, -1 where it cannot be read, -2 where it is too
 * long.
 */
ssize_t read_file(int folder, const char *name, struct buffer *buffer, size_t max);

/* A file or folder cannot be read: one line on stderr. Not for two threads at a time. */
void tree_complain(struct tree *tree, const char *path, const char *why);

/* Look at all files of a tree, and keep what is worth keeping, in any order. */
void walk_tree(struct tree *tree);

#endif
