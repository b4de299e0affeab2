// SPDX-License-Identifier: GPL-2.0
#include "sysctl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

int read_uint(const char *path, unsigned int *value)
{
	char text[16];
	ssize_t len, i;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	len = read(fd, text, sizeof(text));
	close(fd);
	if (len < 0)
		return -1;
	*value = 0;
	for (i = 0; i < len && text[i] >= '0' && text[i] <= '9'; i++)
		*value = *value * 10 + (text[i] - '0');
	if (i)
		return 0;
	errno = EINVAL;
	return -1;
}

int write_uint(const char *path, unsigned int value)
{
	char text[16];
	char *digit = text + sizeof(text);
	ssize_t len;
	int fd, saved;

	do {
		*--digit = '0' + value % 10;
		value /= 10;
	} while (value);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	len = write(fd, digit, text + sizeof(text) - digit);
	saved = errno;
	close(fd);
	errno = saved;
	return len < 0 ? -1 : 0;
}

int rate_read(unsigned int *rate)
{
	return read_uint(SYSCTL_RATE, rate);
}

int rate_write(unsigned int rate)
{
	return write_uint(SYSCTL_RATE, rate);
}

int percent_write(unsigned int percent)
{
	return write_uint(SYSCTL_PERCENT, percent);
}

int limits_read(struct limits *limits)
{
	if (rate_read(&limits->rate))
		return -1;
	return read_uint(SYSCTL_PERCENT, &limits->percent);
}

int limits_write(const struct limits *limits)
{
	bool off = !limits->percent || limits->percent == 100;

	if (percent_write(off ? BUDGET_DEFAULT_PERCENT : limits->percent))
		return -1;
	if (rate_write(limits->rate))
		return -1;
	return off ? percent_write(limits->percent) : 0;
}
