/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_CGROUP_H
#define PMU_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

/* Of a group, with what the tests make below it. */
#define CGROUP_PATH	192

/* Not a controller: the hierarchy of version 2. */
#define CGROUP_V2	"cgroup2"

/*
 * Where the hierarchy of version 1 that has a controller is mounted, or version 2's. False where it
 * is not, or has a longer name than root takes.
 */
bool cgroup_root(const char *controller, char *root, size_t size);

/* Write text to a group's file. 0, or -1 with errno. */
int cgroup_write(const char *group, const char *file, const char *text);

/* Up to size - 1 bytes of a group's file, closed by 0. Their number, or -1 with errno. */
int cgroup_read(const char *group, const char *file, char *text, size_t size);

/* Move a process with all its threads; pid 0: the caller's. 0, or -1 with errno. */
int cgroup_move(const char *group, int pid);

#endif
