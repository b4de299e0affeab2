/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_GUARD_H
#define PMU_GUARD_H

#include <stddef.h>

enum guard_state {
	GUARD_OK,
	GUARD_BUSY,	/* another run holds the sysctls */
	GUARD_FAILED,	/* see why */
};

/*
 * Save both sysctls, where the kernel has them, and make sure that they come back, whatever ends
 * this process:
 * - guard_stop(), also reached through exit(), writes them back;
 * - a process in a session of its own (so that a kill of the group or of the program's name does
 *   not reach it) waits for our death and then does the same, after killing the worker;
 * - a record in /run, /dev/shm or /tmp outlives both, and the next start restores from it first.
 * The record is locked by whoever has yet to restore, so two runs cannot disturb each other.
 * why gets one line for everything but GUARD_OK, and for GUARD_OK says so when an earlier run was
 * mended.
 */
enum guard_state guard_start(char *why, size_t why_size);

/* The process that changes the sysctls: it is killed before they are restored. 0: none. */
void guard_worker(int pid);

/*
 * What else is to be put back, until it is taken back: a CPU that is about to be taken offline (-1:
 * it is online again), a cgroup that is about to be made, with what will be made inside it. One CPU
 * and two cgroups at a time. 0, or -1 with errno: then leave it alone.
 */
int guard_cpu(int cpu);
int guard_cgroup(const char *path);

/* Put that back now. 0, or -1 with errno. */
int guard_undo(void);

/* In the worker, first thing: only its owner's death may wake the guard. */
void guard_forget(void);

/* Restore and let the guard go. Does nothing when there is none. Returns 0, or -1 with errno. */
int guard_stop(void);

#endif
