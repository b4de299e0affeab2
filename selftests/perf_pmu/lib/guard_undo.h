/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_GUARD_UNDO_H
#define PMU_GUARD_UNDO_H

#define CGROUP_LEN	160

/* As many as a test makes side by side, those inside them not counted. */
#define CGROUPS		2

/* What is to be put back beside the sysctls; shared by worker, supervisor and guard. */
struct pending {
	int worker;			/* pid */
	int cpu;			/* is or may be offline; -1: none */
	char cgroup[CGROUPS][CGROUP_LEN];	/* are or may be there; "": none */
};

/* CPU online, groups gone with those inside them. 0, or -1 with errno. */
int guard_undo_pending(const struct pending *pending);

#endif
