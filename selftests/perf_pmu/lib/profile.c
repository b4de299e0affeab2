// SPDX-License-Identifier: GPL-2.0
/* Which profile is this machine's, and what it says of a PMU. */
#include "profile.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/*
 * Of an unknown PMU nothing is demanded but the contract. The storm's period is that of the control
 * which the unfixed machine of the first report survived (10007): an unknown driver may well be
 * silent, and then nothing slows its interrupts down. share_min only catches an average that is not
 * in nanoseconds at all: how much of an interrupt is entry and exit is not known.
 */
static const struct pmu_profile unknown_pmu = {
	.pattern = "*",
	.event = "cycles",
	.interrupt = PMU_IRQ,
	.sampling = { .from = 1, .to = ~0u },
	.reports = { .from = 1, .to = ~0u },
	.min_period = 1,
	.storm_period = 10007,
	.period_step = 1,
	.exclude = 0,
	.share_min = 2,
	.skid = PROFILE_SKID,
	.known = false,
};

bool kernel_in(const struct kernel_range *range, unsigned int kernel)
{
	return range->to && kernel >= range->from && kernel <= range->to;
}

const struct pmu_profile *profile_pmu(const struct profile *profile, const char *name)
{
	int i;

	for (i = 0; i < profile->nr_pmus; i++)
		if (!fnmatch(profile->pmus[i].pattern, name, 0))
			return &profile->pmus[i];
	return &unknown_pmu;
}

const struct profile_issue *profile_issue(const struct profile *profile, const char *requirement,
					  const char *name, unsigned int kernel, bool on_qemu)
{
	int i;

	for (i = 0; i < profile->nr_issues; i++) {
		const struct profile_issue *issue = &profile->issues[i];

		if (!strcmp(issue->requirement, requirement) &&
		    !fnmatch(issue->pattern, name, 0) &&
		    kernel_in(&issue->kernels, kernel) && (on_qemu || !issue->qemu_only))
			return issue;
	}
	return NULL;
}

static bool in_list(const char *list, const char *word)
{
	size_t len = strlen(word);
	const char *at = list;

	while (len && (at = strstr(at, word))) {
		if ((at == list || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
		at += len;
	}
	return false;
}

/* How closely a profile describes the machine. */
enum fit { FIT_NONE, FIT_MACHINE, FIT_PLATFORM };

static enum fit fit(const struct profile *profile, const char *machine, const char *platform)
{
	if (!in_list(profile->machines, machine))
		return FIT_NONE;
	if (!profile->platforms[0])
		return FIT_MACHINE;
	return in_list(profile->platforms, platform) ? FIT_PLATFORM : FIT_NONE;
}

static int is_profile(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !fnmatch("*.ini", entry->d_name, 0);
}

static int __attribute__((format(printf, 4, 5))) answer(int ret, char *why, size_t why_size,
							const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, why_size, fmt, args);
	va_end(args);
	return ret;
}

/* Read all files: a bad one must not hide until someone has the machine that it is for. */
static int pick(const char *dir, struct dirent **files, int nr, const char *machine,
		const char *platform, struct profile *profile, char *why, size_t why_size)
{
	enum fit now, best = FIT_NONE;
	struct profile *candidate;
	char path[4096];
	int i, ret = 0;

	candidate = malloc(sizeof(*candidate));
	if (!candidate)
		return answer(-1, why, why_size, "%s: out of memory", dir);
	for (i = 0; i < nr && !ret; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]->d_name);
		ret = profile_read(path, candidate, why, why_size);
		if (ret)
			break;
		now = fit(candidate, machine, platform);
		if (now && now == best)
			ret = answer(-1, why, why_size, "%s:%d: machine %s is also in %s", path,
				     candidate->machine_line, machine, profile->file);
		if (now > best) {
			*profile = *candidate;
			best = now;
		}
	}
	free(candidate);
	if (ret)
		return -1;
	if (!best)
		return answer(0, why, why_size, "no profile in %s is for machine %s", dir, machine);
	return 1;
}

int profile_load_for(const char *dir, const char *machine, const char *platform,
		     struct profile *profile, char *why, size_t why_size)
{
	struct dirent **files = NULL;
	int nr, ret;

	memset(profile, 0, sizeof(*profile));
#ifndef HAVE_LIBINIH
	return answer(0, why, why_size, "built without libinih, so %s is not read", dir);
#endif
	nr = scandir(dir, &files, is_profile, alphasort);
	if (nr < 0 && errno == ENOENT)
		return answer(0, why, why_size, "%s: no such folder", dir);
	if (nr < 0)
		return answer(-1, why, why_size, "%s: %s", dir, strerror(errno));
	ret = pick(dir, files, nr, machine, platform, profile, why, why_size);
	if (ret < 1)
		memset(profile, 0, sizeof(*profile));
	while (nr--)
		free(files[nr]);
	free(files);
	return ret;
}

int profile_load(const char *dir, const char *machine, struct profile *profile, char *why,
		 size_t why_size)
{
	const char *platform = (const char *)getauxval(AT_PLATFORM);

	return profile_load_for(dir, machine, platform ? platform : "", profile, why, why_size);
}

uint64_t profile_period(const struct pmu_profile *pmu, uint64_t wanted)
{
	uint64_t step = pmu->period_step ? pmu->period_step : 1;

	if (wanted < pmu->min_period)
		wanted = pmu->min_period;
	return (wanted + step - 1) / step * step;
}
