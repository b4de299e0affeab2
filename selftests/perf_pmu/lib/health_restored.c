// SPDX-License-Identifier: GPL-2.0
/* HLT-3: what a run may change is afterwards as it was found. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "health_parts.h"
#include "sysctl.h"

#define CPUS_ONLINE	"/sys/devices/system/cpu/online"

/* A report that was under way while the rate was restored lowers it once more. */
#define TRIES		3

static struct {
	struct limits limits;
	char cpus[256];
} found;

static void read_cpus(char *text, size_t size)
{
	int fd = open(CPUS_ONLINE, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? 0 : read(fd, text, size - 1);

	text[len > 0 ? len : 0] = 0;
	text[strcspn(text, "\n")] = 0;
	if (fd >= 0)
		close(fd);
}

void health_found(void)
{
	limits_read(&found.limits);
	read_cpus(found.cpus, sizeof(found.cpus));
}

struct outcome health_restored_judge(int restored)
{
	struct limits now = { 0 };
	char cpus[sizeof(found.cpus)];
	int tries = 0;

	read_cpus(cpus, sizeof(cpus));
	while (!limits_read(&now) && now.rate < found.limits.rate && tries++ < TRIES)
		limits_write(&found.limits);
	evidence("rate", "%u -> %u", found.limits.rate, now.rate);
	evidence("percent", "%u -> %u", found.limits.percent, now.percent);
	evidence("cpus", "%s -> %s", found.cpus, cpus);
	if (restored)
		return fail("could not be restored: %s", strerror(restored));
	if (now.percent != found.limits.percent || now.rate > found.limits.rate)
		return fail("sysctls are not as they were found");
	if (now.rate != found.limits.rate)
		return skip(SKIP_NOISY, "the rate falls again: another user of a PMU lowers it");
	if (strcmp(cpus, found.cpus))
		return fail("other CPUs are online than at the start");
	return pass();
}
