/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_FAKE_READ_H
#define PMU_FAKE_READ_H

#include <sys/types.h>

/* So many reads to come fail with EPIPE, as those of /dev/kmsg do once records were overwritten. */
extern int epipes;

/* What the linker puts in place of read(), and what it calls it then (--wrap). */
ssize_t __wrap_read(int fd, void *buf, size_t count);
ssize_t __real_read(int fd, void *buf, size_t count);

#endif
