/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_PROFILE_H
#define PMU_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROFILE_PMUS	32
#define PROFILE_PATHS	8
#define PROFILE_ISSUES	32
#define PROFILE_CASES	16
#define PROFILE_TEXT	160

/* Healthy drivers without precise events: one or two in a hundred, times five. */
#define PROFILE_SKID	10

/* Kernel versions as major * 1000 + minor: 6.12 is 6012. A range includes both ends. */
struct kernel_range {
	unsigned int from, to;		/* 0, 0: never */
};

enum pmu_interrupt {
	PMU_IRQ,	/* maskable interrupt */
	PMU_NMI,	/* non-maskable, or masked by priority only (pseudo-NMI) */
	PMU_NONE,	/* the PMU cannot interrupt */
};

enum exclude_bits {
	EXCLUDE_USER = 1, EXCLUDE_KERNEL = 2, EXCLUDE_HV = 4,
	EXCLUDE_IDLE = 8, EXCLUDE_HOST = 16, EXCLUDE_GUEST = 32,
};

/* A further interrupt path of a PMU, with an event that uses it. */
struct pmu_path {
	char name[32];
	char event[96];
};

struct pmu_profile {
	char pattern[64];		/* sysfs name, fnmatch(3) pattern */
	char driver[96];		/* file in the kernel tree */
	char event[96];			/* loads the PMU, for event_parse(); e.g. cycles */
	enum pmu_interrupt interrupt;
	struct kernel_range sampling;	/* kernels on which it can sample */
	struct kernel_range reports;	/* kernels on which the driver reports its duration */
	uint64_t min_period;		/* shortest period that driver and hardware take */
	uint64_t storm_period;		/* shortest period that a storm may use */
	uint64_t period_step;		/* a period must be a multiple of this; 1: any will do */
	unsigned int exclude;		/* enum exclude_bits that it obeys */
	unsigned int width;		/* bits of its counters; 0: not known */
	unsigned int skid;		/* percent of user samples that may slip into the kernel */
	unsigned int share_min;		/* reported part of the stolen time, in percent, at least */
	struct pmu_path paths[PROFILE_PATHS];
	int nr_paths;
	bool known;			/* false: no profile names this PMU, generic expectations */
};

/* A known failure: turns "not ok" into XFAIL, and a pass into XPASS. */
struct profile_issue {
	char requirement[16];		/* DUR-1 */
	char pattern[64];		/* of the PMU's sysfs name */
	struct kernel_range kernels;
	bool qemu_only;			/* where = qemu: the emulator's fault, not the driver's */
	char reason[PROFILE_TEXT];
	char source[PROFILE_TEXT];	/* commit, mail or file that says so */
};

/* A case of a PMU that only this architecture has (family ALP). */
struct profile_case {
	char name[32];
	char pattern[64];		/* of the PMU's sysfs name */
	char event[96];
	uint64_t period;
	char with[96];			/* a second event, at the same time; "": none */
	uint64_t with_period;
	uint64_t limit;			/* samples per second; 0: the core's default */
	char skids[96];			/* an event whose ip skids, which that of event does not */
};

struct profile {
	char file[256];
	char name[32];
	char machines[PROFILE_TEXT];	/* uname -m values, blanks between */
	char platforms[PROFILE_TEXT];	/* AT_PLATFORM values, blanks between; "": any */
	int machine_line;		/* line of file that names them */
	struct pmu_profile pmus[PROFILE_PMUS];
	int nr_pmus;
	struct profile_issue issues[PROFILE_ISSUES];
	int nr_issues;
	struct profile_case cases[PROFILE_CASES];
	int nr_cases;
};

/*
 * Load the profile of machine (uname -m) from folder dir: the one file whose [arch] machine list
 * names it. Returns 1 when loaded, 0 when no file of the folder is for this machine, or the folder
 * is absent, or the suite was built without libinih (generic expectations then; why says which),
 * -1 when a file is bad: why is "file:line: reason".
 */
int profile_load(const char *dir, const char *machine, struct profile *profile, char *why,
		 size_t why_size);

/*
 * The same for a machine whose C library says platform for AT_PLATFORM ("" where it says nothing).
 * A file that names the platform goes before one that does not: PowerPC has two PMU drivers that
 * both call their PMU "cpu", and only this tells them apart.
 */
int profile_load_for(const char *dir, const char *machine, const char *platform,
		     struct profile *profile, char *why, size_t why_size);

/* Read and check one file. 0, or -1 with why as "file:line: reason". */
int profile_read(const char *file, struct profile *profile, char *why, size_t why_size);

/*
 * What to expect of the PMU called name: the profile's entry, or the generic one (known is false).
 * Never NULL.
 */
const struct pmu_profile *profile_pmu(const struct profile *profile, const char *name);

/* The known issue that excuses requirement of PMU name on kernel (6.12 is 6012), or NULL. */
const struct profile_issue *profile_issue(const struct profile *profile, const char *requirement,
					  const char *name, unsigned int kernel, bool on_qemu);

/*
 * The same for faults of the perf core itself, which show with any driver that does its part; a
 * pass needs no word.
 */
const struct profile_issue *core_issue(const char *requirement, const char *name,
				       unsigned int kernel);

/* The shortest period that the PMU takes and that is at least wanted, in events. */
uint64_t profile_period(const struct pmu_profile *pmu, uint64_t wanted);

bool kernel_in(const struct kernel_range *range, unsigned int kernel);

#endif
