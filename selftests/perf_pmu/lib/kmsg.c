// SPDX-License-Identifier: GPL-2.0
#include "kmsg.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * CONSOLE_EXT_LOG_MAX of the older kernels: read(2) fails with EINVAL where the record does not
 * fit.
 */
#define RECORD_MAX	8192

int kmsg_open(struct kmsg *kmsg)
{
	int saved;

	memset(kmsg, 0, sizeof(*kmsg));
	kmsg->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (kmsg->fd < 0)
		return -1;
	if (lseek(kmsg->fd, 0, SEEK_END) >= 0)
		return 0;
	saved = errno;
	kmsg_close(kmsg);
	errno = saved;
	return -1;
}

void kmsg_close(struct kmsg *kmsg)
{
	if (kmsg->fd >= 0)
		close(kmsg->fd);
	kmsg->fd = -1;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/*
 * The kernel writes control characters and the backslash as \xNN (append_char() in
 * kernel/printk/printk.c).
 */
static unsigned char unescape(const char **text, const char *end)
{
	const char *t = *text;

	if (end - t >= 4 && t[0] == '\\' && t[1] == 'x' && hex_digit(t[2]) >= 0 &&
	    hex_digit(t[3]) >= 0) {
		*text += 4;
		return hex_digit(t[2]) << 4 | hex_digit(t[3]);
	}
	*text += 1;
	return *t;
}

static void copy_text(const char *text, const char *end, char *buf, size_t size)
{
	size_t len = 0;
	unsigned char c;

	while (text < end && len + 1 < size) {
		c = unescape(&text, end);
		buf[len++] = c < ' ' && c != '\033' ? ' ' : c;
	}
	if (size)
		buf[len] = 0;
}

/* record is terminated: "6,1234,5678,-[,more];text\n KEY=value\n" */
static int parse_record(struct kmsg *kmsg, const char *record, bool overrun, char *buf, size_t size)
{
	unsigned long long seq;
	const char *text = strchr(record, ';');

	if (!text || sscanf(record, "%*u,%llu,", &seq) != 1) {
		errno = EBADMSG;
		return -1;
	}
	/*
	 * Sequence numbers have no gaps but these. Before the first record only that something is
	 * lost is known.
	 */
	if (kmsg->started && seq > kmsg->seq)
		kmsg->lost += seq - kmsg->seq - 1;
	else if (!kmsg->started && overrun)
		kmsg->lost++;
	kmsg->started = true;
	kmsg->seq = seq;
	text++;
	copy_text(text, text + strcspn(text, "\n"), buf, size);
	return 1;
}

int kmsg_read(struct kmsg *kmsg, char *buf, size_t size)
{
	char record[RECORD_MAX + 1];
	bool overrun = false;
	ssize_t len;

	for (;;) {
		len = read(kmsg->fd, record, RECORD_MAX);
		if (len > 0)
			break;
		if (!len || errno == EAGAIN)
			return 0;
		/* Moved on to the oldest record that is left: the next read gives it. */
		if (errno == EPIPE)
			overrun = true;
		else if (errno != EINTR)
			return -1;
	}
	record[len] = 0;
	return parse_record(kmsg, record, overrun, buf, size);
}
