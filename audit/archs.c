// SPDX-License-Identifier: GPL-2.0
#include "audit.h"
#include <string.h>
char *archs_of(const struct tree *tree, const char *path)
{
	(void)tree;
	if (!strncmp(path, "arch/", 5))
		return must_format("%.*s", (int)strcspn(path + 5, "/"), path + 5);
	return must_format("generic");
}
