// SPDX-License-Identifier: GPL-2.0
/*
 * KTAP by the kernel's own kselftest.h. Its helpers for skipped and expected failures leave out
 * the name of the result, which its consumers need, so those lines are written here and counted
 * there.
 */
#include "result.h"

#include <stdarg.h>
#include <sys/mman.h>

#include "kselftest.h"

static const char *const skip_words[] = {
	[SKIP_NOT_ROOT] = "not root",
	[SKIP_NO_PERF] = "kernel without perf events",
	[SKIP_SYSCTL_READ_ONLY] = "perf sysctls are read-only",
	[SKIP_FEEDBACK_OFF] = "duration feedback is switched off",
	[SKIP_LOCKDOWN] = "kernel lockdown forbids perf",
	[SKIP_OPEN_DENIED] = "perf_event_open is denied",
	[SKIP_BUSY] = "another run holds the sysctls",
	[SKIP_NO_PMU] = "no PMU",
	[SKIP_NO_SAMPLING] = "PMU refuses sampling",
	[SKIP_NO_EVENT] = "PMU does not offer the event",
	[SKIP_NO_INTERRUPT] = "PMU never interrupts",
	[SKIP_FEW_INTERRUPTS] = "too few interrupts",
	[SKIP_NO_THROTTLE] = "event is not throttled",
	[SKIP_COUNTER_BUSY] = "counters are held by another user",
	[SKIP_NO_CPU] = "none of the PMU's CPUs is usable",
	[SKIP_SINGLE_CPU] = "one CPU only",
	[SKIP_NO_REPORT] = "driver reports no duration",
	[SKIP_OPT_IN] = "opt-in",
	[SKIP_COARSE_CLOCK] = "clock too coarse",
	[SKIP_NOISY] = "too noisy to judge",
	[SKIP_SETUP_BROKEN] = "set-up broken",
	[SKIP_OUT_OF_TIME] = "out of time",
	[SKIP_NO_LOG] = "kernel log is not readable",
	[SKIP_NO_TEST] = "no test ran",
	[SKIP_NO_HOTPLUG] = "CPU cannot be taken offline",
	[SKIP_NO_CGROUP] = "no perf_event cgroup",
	[SKIP_NO_ACCOUNTING] = "no cgroup accounts for CPU time",
	[SKIP_TURNS] = "the CPUs of this guest take turns",
};

/* Seen by supervisor and worker. */
static struct shared {
	struct ksft_count count;
	char why[256];		/* the one reason, where all was skipped */
} *shared;

static char current[96];

static struct outcome outcome_of(enum verdict verdict, enum skip reason, const char *fmt,
				 va_list args)
{
	struct outcome outcome = { .verdict = verdict, .skip = reason };

	vsnprintf(outcome.text, sizeof(outcome.text), fmt, args);
	return outcome;
}

struct outcome pass(void)
{
	return (struct outcome){ .verdict = PASS };
}

struct outcome fail(const char *fmt, ...)
{
	struct outcome outcome;
	va_list args;

	va_start(args, fmt);
	outcome = outcome_of(FAIL, 0, fmt, args);
	va_end(args);
	return outcome;
}

struct outcome skip(enum skip reason, const char *fmt, ...)
{
	struct outcome outcome;
	va_list args;

	va_start(args, fmt);
	outcome = outcome_of(SKIP, reason, fmt, args);
	va_end(args);
	return outcome;
}

int results_begin(void)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return -1;
	/* Lines leave whole, also into a pipe: a killed process loses none that it finished. */
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	ksft_print_header();
	return 0;
}

void results_plan(unsigned int planned)
{
	ksft_set_plan(planned);
}

static void print_line(const char *key, const char *fmt, va_list args)
{
	char text[512];

	vsnprintf(text, sizeof(text), fmt, args);
	if (key)
		printf("# %s %s: %s\n", current, key, text);
	else
		printf("# %s\n", text);
}

void note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_line(NULL, fmt, args);
	va_end(args);
}

void evidence(const char *key, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_line(key, fmt, args);
	va_end(args);
}

void result_start(const char *name)
{
	snprintf(current, sizeof(current), "%s", name);
}

static void print_known_issue(const struct profile_issue *issue)
{
	evidence("known_issue", "%s (%s)", issue->reason, issue->source);
}

void result_end(const struct outcome *outcome, const struct profile_issue *issue)
{
	ksft_cnt = shared->count;
	if (outcome->text[0])
		evidence("reason", "%s", outcome->text);
	if (outcome->verdict == SKIP) {
		ksft_inc_xskip_cnt();
		printf("ok %u %s # SKIP %s\n", ksft_test_num(), current,
		       skip_words[outcome->skip]);
		/* Those that follow from there being no other are not the reason. */
		if (outcome->skip != SKIP_NO_TEST)
			snprintf(shared->why, sizeof(shared->why), "%s%s%s",
				 skip_words[outcome->skip], outcome->text[0] ? ": " : "",
				 outcome->text);
	} else if (outcome->verdict == PASS && issue) {
		print_known_issue(issue);
		evidence("xpass", "passes here: the profile's known issue may be out of date");
		ksft_inc_xpass_cnt();
		printf("ok %u %s\n", ksft_test_num(), current);
	} else if (outcome->verdict == PASS) {
		ksft_test_result_pass("%s\n", current);
	} else if (issue) {
		print_known_issue(issue);
		ksft_inc_xfail_cnt();
		printf("ok %u %s # XFAIL %s\n", ksft_test_num(), current, issue->reason);
	} else {
		ksft_test_result_fail("%s\n", current);
	}
	shared->count = ksft_cnt;
}

unsigned int results_done(void)
{
	ksft_cnt = shared->count;
	return ksft_test_num();
}

bool results_all_skipped(void)
{
	ksft_cnt = shared->count;
	return ksft_test_num() == (unsigned int)ksft_get_xskip_cnt();
}

int results_finish(void)
{
	ksft_cnt = shared->count;
	if (ksft_get_fail_cnt() || ksft_test_num() != ksft_plan) {
		ksft_print_cnts();
		return KSFT_FAIL;
	}
	if (results_all_skipped()) {
		note("nothing could be checked: %s", shared->why);
		ksft_print_cnts();
		return KSFT_SKIP;
	}
	ksft_print_cnts();
	return KSFT_PASS;
}
