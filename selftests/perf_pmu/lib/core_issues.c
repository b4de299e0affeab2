// SPDX-License-Identifier: GPL-2.0
/* Known faults of kernel/events/core.c. */
#include <fnmatch.h>
#include <string.h>

#include "profile.h"

static const struct profile_issue issues[] = {
	{
		.requirement = "THR-5",
		.pattern = "*",
		.kernels = { .from = 1, .to = 6015 },
		.reason = "the core throttled the event alone, the rest of its group counted on",
		.source = "kernel/events/core.c:perf_event_throttle_group(), new in 6.16",
	},
	{
		.requirement = "THR-5",
		.pattern = "cpu-clock",
		.kernels = { .from = 6016, .to = ~0u },
		.reason = "the software clock loses what a throttled group's member has counted",
		.source = "kernel/events/core.c:cpu_clock_event_stop() without PERF_EF_UPDATE",
	},
};

const struct profile_issue *core_issue(const char *requirement, const char *name,
				       unsigned int kernel)
{
	size_t i;

	for (i = 0; i < sizeof(issues) / sizeof(*issues); i++)
		if (!strcmp(issues[i].requirement, requirement) &&
		    !fnmatch(issues[i].pattern, name, 0) &&
		    kernel_in(&issues[i].kernels, kernel))
			return &issues[i];
	return NULL;
}
