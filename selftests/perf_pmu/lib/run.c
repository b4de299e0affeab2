// SPDX-License-Identifier: GPL-2.0
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "budget.h"
#include "guard.h"
#include "health.h"
#include "machine.h"
#include "require.h"
#include "supervise.h"

#define EXIT_BAD_INPUT	2	/* everywhere in this project */
#define EXIT_KSFT_FAIL	1

/*
 * 2 is KSFT_XFAIL to the kernel's runner: there bad input would pass as an expected failure. The
 * runner is known by the variable that it exports.
 */
static int bad_input(const char *why)
{
	fprintf(stderr, "%s\n", why);
	return getenv("kselftest_timeout") ? EXIT_KSFT_FAIL : EXIT_BAD_INPUT;
}

static void profile_dir(char *dir, size_t size)
{
	const char *given = getenv("PMU_PROFILES");
	char self[256];
	ssize_t len;

	if (given) {
		snprintf(dir, size, "%s", given);
		return;
	}
	len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	self[len > 0 ? len : 0] = 0;
	if (strrchr(self, '/'))
		*strrchr(self, '/') = 0;
	snprintf(dir, size, "%s/arch-profiles", self);
}

static int load_profile(struct run *run, char *why, size_t why_size)
{
	struct utsname name;
	char dir[512];

	uname(&name);
	profile_dir(dir, sizeof(dir));
	return profile_load(dir, name.machine, &run->profile, why, why_size);
}

static unsigned int machine_hz(void)
{
	struct timespec tick;

	/* The coarse clock's resolution is TICK_NSEC (posix_get_coarse_res()). */
	clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
	return budget_hz(tick.tv_nsec);
}

static void describe_machine(const struct run *run)
{
	struct utsname name;

	uname(&name);
	note("kernel %s, machine %s, HZ %u", name.release, name.machine, run->hz);
}

/* What is expected of its PMUs, and what is known of them. */
static void describe_profile(const struct run *run, const char *why)
{
	if (run->no_issues)
		note("known issues of the profile are not applied");
	if (run->profile.name[0])
		note("profile %s", run->profile.name);
	else
		note("no profile, generic expectations: %s", why);
#ifndef HAVE_LIBNUMA
	note("built without libnuma: NUMA nodes are not known");
#endif
#ifndef HAVE_LIBPFM4
	note("built without libpfm4: its event names are not known");
#endif
}

static int nothing_to_run(const struct family *family, const struct outcome *outcome)
{
	results_plan(1);
	result_start(family->name);
	result_end(outcome, NULL);
	return results_finish();
}

static struct outcome find_pmus(const struct family *family, struct run *run)
{
	char why[PMU_ERR_LEN] = "";

	run->nr_targets = targets_find(&run->profile, run->kernel, run->targets, why);
	if (run->nr_targets >= 0 && run->nr_targets < TARGETS && family->clock &&
	    !target_clock_left_out(&run->profile)) {
		if (!run->nr_targets)
			note("no PMU that samples: only the software clock is checked");
		target_clock(&run->targets[run->nr_targets++]);
	}
	if (run->nr_targets > 0)
		return pass();
	return skip(SKIP_NO_PMU, "%s", run->nr_targets ? why :
		    "the kernel registered none that samples");
}

int run_family(const struct family *family, int argc, char **argv)
{
	struct family listed = *family;
	static struct run run;
	struct outcome outcome;
	const char *issues, *strict, *lab = getenv("PMU_LAB");
	char why[512] = "";

	if (argc > 1) {
		snprintf(why, sizeof(why), "%s: takes no argument, not '%s'", argv[0], argv[1]);
		return bad_input(why);
	}
	if (!family->targets && load_profile(&run, why, sizeof(why)) < 0)
		return bad_input(why);
	run.kernel = kernel_version();
	run.hz = machine_hz();
	run.in_lab = lab;
	/* The lab says how a guest runs: in the host's time, or in its own. */
	run.host_time = lab && !strcmp(lab, "qemu");
	run.exact = lab ? !run.host_time : !machine_virtual();
	issues = getenv("PMU_ISSUES");
	if (issues && strcmp(issues, "none")) {
		snprintf(why, sizeof(why), "PMU_ISSUES is '%s': it can only be none", issues);
		return bad_input(why);
	}
	run.no_issues = issues;
	strict = getenv("PMU_STRICT");
	run.strict = strict && !strcmp(strict, "1");
	if (results_begin())
		return EXIT_KSFT_FAIL;
	describe_machine(&run);
	if (!family->targets)
		describe_profile(&run, why);
	outcome = family->targets ? require_root() : require_all();
	if (outcome.verdict == PASS)
		outcome = family->targets ? family->targets(&run) : find_pmus(family, &run);
	if (outcome.verdict != PASS)
		return nothing_to_run(family, &outcome);
	if (family->list)
		listed.requirements = family->list(&run);
	if (!listed.requirements || !*listed.requirements) {
		outcome = skip(SKIP_NO_PMU, "no case of the profile is for %s",
			       run.targets[0].pmu.name);
		return nothing_to_run(family, &outcome);
	}
	switch (guard_start(why, sizeof(why))) {
	case GUARD_BUSY:
		outcome = skip(SKIP_BUSY, "%s", why);
		return nothing_to_run(family, &outcome);
	case GUARD_FAILED:
		outcome = skip(SKIP_SETUP_BROKEN, "%s", why);
		return nothing_to_run(family, &outcome);
	default:
		break;
	}
	if (*why)
		note("%s", why);
	if (health_begin(&run)) {
		guard_stop();
		outcome = skip(SKIP_SETUP_BROKEN, "shared memory: %s", strerror(errno));
		return nothing_to_run(family, &outcome);
	}
	results_plan(family_requirements(&listed) * run.nr_targets + HEALTH_RESULTS);
	return supervise(&listed, &run);
}
