/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_RESULT_H
#define PMU_RESULT_H

#include "profile.h"

/*
 * Why something could not be checked. The words are in result.c, a fixed list: tools group by
 * them.
 */
enum skip {
	SKIP_NOT_ROOT,
	SKIP_NO_PERF,
	SKIP_SYSCTL_READ_ONLY,
	SKIP_FEEDBACK_OFF,
	SKIP_LOCKDOWN,
	SKIP_OPEN_DENIED,
	SKIP_BUSY,
	SKIP_NO_PMU,
	SKIP_NO_SAMPLING,
	SKIP_NO_EVENT,
	SKIP_NO_INTERRUPT,
	SKIP_FEW_INTERRUPTS,
	SKIP_NO_THROTTLE,
	SKIP_COUNTER_BUSY,
	SKIP_NO_CPU,
	SKIP_SINGLE_CPU,
	SKIP_NO_REPORT,
	SKIP_OPT_IN,
	SKIP_COARSE_CLOCK,
	SKIP_NOISY,
	SKIP_SETUP_BROKEN,
	SKIP_OUT_OF_TIME,
	SKIP_NO_LOG,
	SKIP_NO_TEST,
	SKIP_NO_HOTPLUG,
	SKIP_NO_CGROUP,
	SKIP_NO_ACCOUNTING,
	SKIP_TURNS,
};

enum verdict { PASS, FAIL, SKIP };

struct outcome {
	enum verdict verdict;
	enum skip skip;
	bool beyond;		/* FAIL: more than the profile's known issue explains */
	bool host_may;		/* FAIL: a host that holds up a virtual CPU can cause it */
	bool apart;		/* the known issue has no say in this result */
	bool should;		/* FAIL: of a SHOULD, which fails only with PMU_STRICT=1 */
	char text[200];		/* what happened, one line; may be empty for PASS */
};

struct outcome pass(void);
struct outcome fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
struct outcome skip(enum skip reason, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * KTAP header, then, after the notes on the run, the plan. The counts are shared with the
 * processes forked from here on: whoever goes on, counts on. 0, or -1 with errno.
 */
int results_begin(void);
void results_plan(unsigned int planned);

/* A "# text" line about the run as a whole. */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The result that evidence() speaks of from now on, e.g. "DUR-1.cpu". */
void result_start(const char *name);

/* A "# name key: value" line: what the result to come rests on. */
void evidence(const char *key, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Print the started result; an issue, where there is one, makes FAIL an XFAIL and PASS an XPASS.
 */
void result_end(const struct outcome *outcome, const struct profile_issue *issue);

/* How many results have been printed, by any of our processes. */
unsigned int results_done(void);

/* Was every one of them a SKIP? */
bool results_all_skipped(void);

/* Totals line and exit status: 0, 1 with a FAIL, 4 (KSFT_SKIP) where nothing could be checked. */
int results_finish(void);

#endif
