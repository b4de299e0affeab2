// SPDX-License-Identifier: GPL-2.0
#include "require.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "sysctl.h"

#define LOCKDOWN	"/sys/kernel/security/lockdown"

struct outcome require_root(void)
{
	if (!geteuid())
		return pass();
	return skip(SKIP_NOT_ROOT, "what the tests change is root's to write: run as root");
}

struct outcome require_perf(void)
{
	struct limits limits;

	if (!limits_read(&limits))
		return pass();
	return skip(SKIP_NO_PERF, "%s: %s", SYSCTL_RATE, strerror(errno));
}

/* In a container /proc/sys is often mounted read-only. Opening for writing changes nothing. */
static int writable(const char *path)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	close(fd);
	return 1;
}

struct outcome require_writable_limits(void)
{
	if (writable(SYSCTL_RATE) && writable(SYSCTL_PERCENT))
		return pass();
	return skip(SKIP_SYSCTL_READ_ONLY, "%s: %s", SYSCTL_RATE, strerror(errno));
}

/* The admin's choice: not ours to overrule, even for a second. */
struct outcome require_feedback(void)
{
	struct limits limits;

	if (limits_read(&limits))
		return skip(SKIP_NO_PERF, "%s: %s", SYSCTL_RATE, strerror(errno));
	if (limits.percent && limits.percent != 100)
		return pass();
	return skip(SKIP_FEEDBACK_OFF, "kernel.perf_cpu_time_max_percent is %u: set it to 25",
		    limits.percent);
}

/* LOCKDOWN_PERF is refused from the level "confidentiality" on (security/lockdown, security.h). */
struct outcome require_no_lockdown(void)
{
	char text[128] = "";
	FILE *file = fopen(LOCKDOWN, "re");

	if (!file)
		return pass();
	if (!fgets(text, sizeof(text), file))
		text[0] = 0;
	fclose(file);
	if (!strstr(text, "[confidentiality]"))
		return pass();
	return skip(SKIP_LOCKDOWN, "kernel lockdown is at confidentiality");
}

/* By a software event, which any kernel with perf opens for root: seccomp and LSMs do not. */
struct outcome require_open(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.disabled = 1,
	};
	int fd = event_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return pass();
	}
	if (errno == ENOSYS)
		return skip(SKIP_NO_PERF, "perf_event_open: %s", strerror(errno));
	return skip(SKIP_OPEN_DENIED, "perf_event_open: %s (seccomp or a security module)",
		    strerror(errno));
}

struct outcome require_all(void)
{
	struct outcome (*const needs[])(void) = {
		require_perf, require_root, require_writable_limits, require_feedback,
		require_no_lockdown, require_open,
	};
	struct outcome outcome = pass();
	size_t i;

	for (i = 0; i < sizeof(needs) / sizeof(*needs) && outcome.verdict == PASS; i++)
		outcome = needs[i]();
	return outcome;
}
