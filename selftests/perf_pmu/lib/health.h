/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_HEALTH_H
#define PMU_HEALTH_H

#include "kmsg.h"
#include "run.h"

/*
 * Family HLT, judged around every test of every program: the kernel log and its taint (HLT-1), the
 * tick and the scheduling of each CPU under test (HLT-2), what was changed is as it was found
 * (HLT-3). A program's three results are named after it, e.g. "HLT-1.duration".
 */
#define HEALTH_RESULTS	3

/* A line of kernel log as evidence. */
#define HEALTH_LINE	200

/*
 * From here on, with the guard on: what is logged, tainted and changed is this run's. 0, or -1
 * with errno.
 */
int health_begin(const struct run *run);

/* What is being tested: faults are told with its name. */
void health_testing(const char *name, const struct target *target);

/*
 * Read the log since the last look, in whichever process of ours. Returns the kind of the worst
 * line (a fault, else a warning) and puts the line itself into line; KMSG_OTHER: all is well.
 */
enum kmsg_kind health_look(char line[HEALTH_LINE]);

/* In the supervisor, around the worker's life: watch the CPUs under test. */
void health_watch(void);
void health_unwatch(void);

/* Tell the three results. restored is 0, or the errno with which the guard could not restore. */
void health_judge(const struct family *family, int restored);

#endif
