// SPDX-License-Identifier: GPL-2.0
#include "reading.h"

#include <errno.h>
#include <unistd.h>

int reading_of(int fd, struct reading *reading)
{
	ssize_t got = read(fd, reading, sizeof(*reading));

	if (got == sizeof(*reading))
		return 0;
	/* An event in error state reads as end of file. */
	if (got >= 0)
		errno = EIO;
	return -1;
}

struct reading reading_since(const struct reading *before, const struct reading *now)
{
	return (struct reading){
		.count = now->count - before->count,
		.enabled = now->enabled - before->enabled,
		.running = now->running - before->running,
	};
}
