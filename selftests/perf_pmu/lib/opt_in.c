// SPDX-License-Identifier: GPL-2.0
#include "opt_in.h"

#include <stdlib.h>
#include <string.h>

bool opted_in(const char *variable, bool in_lab)
{
	const char *value = getenv(variable);

	return in_lab || (value && !strcmp(value, "1"));
}
