// SPDX-License-Identifier: GPL-2.0
/* Is a file a kernel image of an architecture? A wrong one would only hang QEMU without a word. */
#include "lab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The headers that tell are within the first bytes: Image at 56, ELF at 18, bzImage at 514. */
#define HEAD_LEN 1024

/* One OFFSET:HEX, at @text; moves @text behind it. */
static bool holds(const unsigned char *head, size_t len, const char **text)
{
	unsigned long at = strtoul(*text, (char **)text, 10);
	unsigned int byte;
	bool same = true;

	if (**text == ':')
		(*text)++;
	while (!strchr("+ ", **text) && sscanf(*text, "%2x", &byte) == 1) {
		same &= at < len && head[at] == byte;
		*text += 2;
		at++;
	}
	return same;
}

/**
 * kernel_fault() - what is wrong with a kernel image
 * @magic: alternatives, separated by blanks, of OFFSET:HEX joined by +
 *
 * Return: NULL for a good one, else the end of a sentence.
 */
const char *kernel_fault(const char *path, const char *magic)
{
	unsigned char head[HEAD_LEN];
	struct stat st;
	bool same;
	size_t len;
	FILE *f;

	if (stat(path, &st))
		return strerror(errno);
	if (!S_ISREG(st.st_mode))
		return "not a file";
	f = fopen(path, "r");
	if (!f)
		return strerror(errno);
	len = fread(head, 1, sizeof(head), f);
	fclose(f);
	while (*(magic += strspn(magic, " "))) {
		same = true;
		do {
			magic += *magic == '+';
			same &= holds(head, len, &magic);
		} while (*magic == '+');
		if (same)
			return NULL;
		magic += strcspn(magic, " ");
	}
	return "no kernel image of this architecture";
}
