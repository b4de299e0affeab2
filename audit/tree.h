/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of a kernel tree. Read once, by as many threads as there are processors; what speaks of
 * PMUs is kept, of what might call it the identifiers, the rest is forgotten.
 */
#ifndef AUDIT_TREE_H
#define AUDIT_TREE_H

#include "scan.h"

enum file_kind { FILE_C, FILE_HEADER, FILE_ASM };

struct file {
	/* relative to the tree */
	char *path;
	enum file_kind kind;
	enum scan_result scan;
	/* what SCAN_REMEMBER remembers */
	struct ids *ids;
	/* the whole text, with SCAN_SLACK zeros behind it, where it is at hand */
	char *text;
	size_t len;
};

struct tree {
	/* as given by the user */
	const char *root;
	/* sorted by path */
	struct file *files;
	uint32_t count;
	uint32_t room;
	/* C and assembly files that were read */
	uint32_t seen;
	/* what could not be read; each has been told on stderr */
	uint32_t unreadable;
};

/* Read a tree. Ends the program with status 2 and a line where it is none. */
void tree_read(struct tree *tree, const char *root);

/* Have the text of a file at hand. False, with a line on stderr, where it cannot be read. */
bool tree_text(struct tree *tree, struct file *file);

/* Its text is not needed after all. */
void tree_forget(struct file *file);

void tree_free(struct tree *tree);

#endif
