// SPDX-License-Identifier: GPL-2.0
/* What only the whole profile shows: contradictions within and between sections. */
#include <fnmatch.h>
#include <string.h>

#include "profile_file.h"

/* The requirement whose known issues say why a driver that samples does not report. */
#define REPORTS_REQUIREMENT	"DUR-1"

/* If the range covers kernel, the first kernel behind it (0: there is none); else kernel. */
static unsigned int skip_range(const struct kernel_range *range, unsigned int kernel)
{
	if (!kernel_in(range, kernel))
		return kernel;
	return range->to == ~0u ? 0 : kernel_next(range->to);
}

/* The first kernel, from this one on, that does not report and has no issue to say why; 0: none. */
static unsigned int skip_explained(const struct profile *profile, const struct pmu_profile *pmu,
				   unsigned int kernel)
{
	unsigned int next;
	int i;

	do {
		next = skip_range(&pmu->reports, kernel);
		for (i = 0; i < profile->nr_issues && next == kernel; i++) {
			const struct profile_issue *issue = &profile->issues[i];

			if (!issue->qemu_only && !strcmp(issue->requirement, REPORTS_REQUIREMENT) &&
			    !fnmatch(issue->pattern, pmu->pattern, 0))
				next = skip_range(&issue->kernels, kernel);
		}
		if (next == kernel)
			return kernel;
		kernel = next;
	} while (kernel);
	return 0;
}

static int check_pmu(struct profile_reader *reader, int i)
{
	const struct pmu_profile *pmu = &reader->profile->pmus[i];
	int line = reader->pmu_line[i];
	unsigned int kernel;

	if (!pmu->sampling.to) {
		if (pmu->reports.to)
			return profile_bad(reader, line, "reports, but sampling = none");
		return 0;
	}
	if (pmu->interrupt == PMU_NONE)
		return profile_bad(reader, line, "sampling, but interrupt = none");
	if (pmu->storm_period < pmu->min_period)
		return profile_bad(reader, line, "storm_period below min_period");
	if (pmu->min_period % pmu->period_step || pmu->storm_period % pmu->period_step)
		return profile_bad(reader, line,
				   "min_period and storm_period are no multiples of period_step");
	kernel = skip_explained(reader->profile, pmu, pmu->sampling.from);
	if (!kernel || !kernel_in(&pmu->sampling, kernel))
		return 0;
	if (kernel < 1000)
		return profile_bad(reader, line,
				   "samples, does not report, and no [issue %s %s] says why",
				   REPORTS_REQUIREMENT, pmu->pattern);
	return profile_bad(reader, line,
			   "samples on %u.%u, does not report, and no [issue %s %s] says why",
			   kernel / 1000, kernel % 1000, REPORTS_REQUIREMENT, pmu->pattern);
}

static bool overlap(const struct profile_issue *a, const struct profile_issue *b)
{
	return !strcmp(a->requirement, b->requirement) && !strcmp(a->pattern, b->pattern) &&
	       a->qemu_only == b->qemu_only &&
	       a->kernels.from <= b->kernels.to && b->kernels.from <= a->kernels.to;
}

/* Is there a [pmu] section for the pattern of another section? */
static bool is_for_pmu(const struct profile *profile, const char *pattern)
{
	int i;

	for (i = 0; i < profile->nr_pmus; i++)
		if (!fnmatch(pattern, profile->pmus[i].pattern, 0) ||
		    !fnmatch(profile->pmus[i].pattern, pattern, 0))
			return true;
	return false;
}

static int check_case(struct profile_reader *reader, int i)
{
	const struct profile_case *one = &reader->profile->cases[i];
	int line = reader->case_line[i];

	if (!*one->with != !one->with_period)
		return profile_bad(reader, line, "with and with_period go together");
	if (*one->skids && *one->with)
		return profile_bad(reader, line, "skids compares one event, not two at once");
	if (!is_for_pmu(reader->profile, one->pattern))
		return profile_bad(reader, line, "no [pmu] section is for '%s'", one->pattern);
	return 0;
}

static int check_issue(struct profile_reader *reader, int i)
{
	const struct profile *profile = reader->profile;
	const struct profile_issue *issue = &profile->issues[i];
	int line = reader->issue_line[i];
	int j;

	if (!issue->kernels.to)
		return profile_bad(reader, line, "an issue of no kernel: kernels = none");
	for (j = 0; j < i; j++)
		if (overlap(issue, &profile->issues[j]))
			return profile_bad(reader, line,
					   "kernels overlap with the same issue on line %d",
					   reader->issue_line[j]);
	if (!is_for_pmu(profile, issue->pattern))
		return profile_bad(reader, line, "no [pmu] section is for '%s'", issue->pattern);
	return 0;
}

int profile_check(struct profile_reader *reader)
{
	int i;

	if (!reader->line)
		return profile_bad(reader, 1, "empty file");
	if (!reader->arch_line)
		return profile_bad(reader, 1, "no [arch] section");
	if (!reader->profile->nr_pmus)
		return profile_bad(reader, reader->arch_line, "no [pmu] section");
	for (i = 0; i < reader->profile->nr_issues; i++)
		if (check_issue(reader, i))
			return -1;
	for (i = 0; i < reader->profile->nr_cases; i++)
		if (check_case(reader, i))
			return -1;
	for (i = 0; i < reader->profile->nr_pmus; i++)
		if (check_pmu(reader, i))
			return -1;
	return 0;
}
