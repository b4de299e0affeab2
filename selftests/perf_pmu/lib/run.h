/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_RUN_H
#define PMU_RUN_H

#include "result.h"
#include "target.h"

/* What a test program knows about its run. */
struct run {
	struct profile profile;
	struct target targets[TARGETS];
	int nr_targets;
	unsigned int kernel;	/* major * 1000 + minor */
	unsigned int hz;
	bool in_lab;		/* PMU_LAB is set: storms are allowed */
	bool host_time;		/* a guest of the lab whose times have its host's load in them */
	/*
	 * Interrupts come when they are due, but for what else interrupts this CPU: on hardware,
	 * and in a repeatable guest. Elsewhere a hypervisor or an emulator may deliver them any
	 * time later, and hold up a virtual CPU, with it the software clock.
	 */
	bool exact;
	bool no_issues;		/* PMU_ISSUES=none: a fix is on trial, nothing is excused */
	bool strict;		/* PMU_STRICT=1: a SHOULD is a MUST */
};

/* A requirement family: one program. */
struct family {
	const char *name;			/* "DUR" */
	const char *program;			/* "duration": names the results of HLT */
	const char *const *requirements;	/* "DUR-1", ... ; NULL ends */
	/*
	 * Instead of requirements, where they depend on the machine: may narrow run->targets.
	 * Behind the requirement may stand what tells its results apart: "ALP-1.control.cpu0".
	 */
	const char *const *(*list)(struct run *run);
	bool clock;	/* the software clock is a target too */
	unsigned int long_s;	/* with PMU_LONG=1 it has so many seconds; 0: the same as without */
	/*
	 * Where it is not PMUs that are judged: fill run->targets with names and CPUs. PASS, or
	 * why there is none. Neither PMU nor profile nor perf sysctls are needed then.
	 */
	struct outcome (*targets)(struct run *run);
	/* Judge all requirements of one PMU, each by result_start() and run_result(). */
	void (*judge)(const struct run *run, const struct target *target);
};

/* Print the started result of a requirement of target, known issues applied. */
void run_result(const struct run *run, const struct target *target, const char *requirement,
		const struct outcome *outcome);

/* Start a result: "requirement.pmu", "ALP-1.pmu.control.cpu0". */
void run_start(const struct target *target, const char *requirement);

/* The same, and why its test is not to begin: the PMU is not ready, or no time is left. */
struct outcome run_begin(const struct target *target, const char *requirement,
			 const struct outcome *ready);

/* How many requirements it has. */
unsigned int family_requirements(const struct family *family);

/* How a worker ended that has not told all its results. */
struct lost_worker {
	int status;		/* of wait(2) */
	unsigned int late_s;	/* it was killed after so many seconds; 0: it ended by itself */
	const char *fault;	/* what the kernel log said meanwhile, or NULL */
};

/* The worker is gone: tell the results that it has not. */
void run_close(const struct family *family, const struct run *run, const struct lost_worker *lost);

/*
 * The life of a test program: preconditions, profile, PMUs, guard, then judge() for each PMU in a
 * child process under a deadline; what the child leaves open is closed here. Returns the exit
 * status: kselftest's, or 2 for bad input.
 */
int run_family(const struct family *family, int argc, char **argv);

#endif
