// SPDX-License-Identifier: GPL-2.0
/* The kernel log and the taint (HLT-1), and how the results of HLT are told. */
#include "health.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "health_parts.h"
#include "sysctl.h"

#define TAINTED		"/proc/sys/kernel/tainted"

/* The bits that the kernel's own faults set (include/linux/panic.h): not those of modules. */
static const struct {
	unsigned int bit;
	const char *what;
} taints[] = {
	{ 4, "machine check" }, { 5, "bad page" }, { 7, "oops" }, { 9, "warning" },
	{ 14, "soft lockup" },
};

/* Shared by supervisor and worker: whoever looks next goes on where the other was. */
static struct health {
	const struct run *run;
	struct kmsg log;
	bool no_log;
	unsigned int taint;		/* before */
	unsigned int lines, took, faults;
	unsigned int late;		/* of the faults: interrupts that nobody waited for */
	char line[HEALTH_LINE];		/* the first fault */
	char during[96];		/* and the result that was being tested */
	char testing[96];
	int target;			/* index of its PMU */
	bool faulty[TARGETS];		/* PMUs under test while a fault was told */
} *health;

int health_begin(const struct run *run)
{
	health = mmap(NULL, sizeof(*health), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (health == MAP_FAILED) {
		health = NULL;
		return -1;
	}
	health->run = run;
	health->no_log = kmsg_open(&health->log);
	if (read_uint(TAINTED, &health->taint))
		health->taint = 0;
	health_found();
	return 0;
}

void health_testing(const char *name, const struct target *target)
{
	if (!health)
		return;
	snprintf(health->testing, sizeof(health->testing), "%s", name);
	health->target = target - health->run->targets;
}

static void take_fault(const char *line)
{
	if (!health->faults++) {
		snprintf(health->line, sizeof(health->line), "%s", line);
		memcpy(health->during, health->testing, sizeof(health->during));
	}
	health->faulty[health->target] = true;
}

enum kmsg_kind health_look(char line[HEALTH_LINE])
{
	enum kmsg_kind kind, worst = KMSG_OTHER;
	struct kmsg_took took;
	char text[1024];

	if (!health || health->no_log)
		return KMSG_OTHER;
	while (kmsg_read(&health->log, text, sizeof(text)) > 0) {
		health->lines++;
		kind = kmsg_classify(text, strlen(text), &took);
		health->took += kind == KMSG_TOOK;
		if (!kmsg_is_fault(kind) && kind != KMSG_WARN)
			continue;
		if (worst == KMSG_OTHER || (worst == KMSG_WARN && kmsg_is_fault(kind))) {
			worst = kind;
			snprintf(line, HEALTH_LINE, "%.*s", HEALTH_LINE - 1, text);
		}
		health->late += kind == KMSG_PMU_STUCK;
		take_fault(line);
	}
	return worst;
}

void health_watch(void)
{
	health_cpus_start(health->run);
}

/* The first bit of taint that was not there before, NULL: none. */
static const char *new_taint(void)
{
	unsigned int now;
	size_t i;

	if (read_uint(TAINTED, &now))
		return NULL;
	evidence("taint", "%u -> %u", health->taint, now);
	for (i = 0; i < sizeof(taints) / sizeof(*taints); i++)
		if (now & ~health->taint & 1U << taints[i].bit)
			return taints[i].what;
	return NULL;
}

static struct outcome judge_log(void)
{
	const char *taint = new_taint();

	if (!health->no_log)
		evidence("kernel_log", "%u lines, %u of interrupts that took too long, %u of faults, %llu lost",
			 health->lines, health->took, health->faults,
			 (unsigned long long)health->log.lost);
	/* Seen of QEMU's ppc64le: the event is off before the host lets the interrupt come. */
	if (health->faults && health->faults == health->late && health->run->host_time && !taint)
		return skip(SKIP_NOISY, "during %s: %.140s", health->during, health->line);
	if (health->faults)
		return fail("during %s: %.140s", health->during, health->line);
	if (taint)
		return fail("the kernel is newly tainted: %s", taint);
	if (health->no_log)
		return skip(SKIP_NO_LOG, "/dev/kmsg cannot be read, no new taint");
	return pass();
}

/*
 * A known issue excuses a fault where the PMU has it that was being tested. Of what is not known
 * to have come with one (faulty NULL) any PMU may be the cause.
 */
static const struct profile_issue *excuse(const char *requirement, const bool *faulty)
{
	const struct profile_issue *found, *issue = NULL;
	const struct run *run = health->run;
	int i;

	for (i = 0; i < run->nr_targets && !run->no_issues; i++) {
		if (faulty && !faulty[i])
			continue;
		found = profile_issue(&run->profile, requirement, run->targets[i].pmu.name,
				      run->kernel, run->in_lab);
		if (faulty && !found)
			return NULL;
		issue = found ? found : issue;
	}
	return issue;
}

static void start(const struct family *family, const char *requirement)
{
	char name[96];

	snprintf(name, sizeof(name), "%s.%s", requirement, family->program);
	result_start(name);
}

/* Where no test ran, health that nothing has tried is no pass. */
static void end(const char *requirement, struct outcome outcome, const bool *faulty, bool tested)
{
	if (outcome.verdict != FAIL && !tested)
		outcome = skip(SKIP_NO_TEST, "every requirement was skipped");
	result_end(&outcome, outcome.verdict == FAIL ? excuse(requirement, faulty) : NULL);
}

void health_judge(const struct family *family, int restored)
{
	bool tested = !results_all_skipped();
	char line[HEALTH_LINE];

	health_look(line);
	start(family, "HLT-1");
	end("HLT-1", judge_log(), health->faults ? health->faulty : NULL, tested);
	start(family, "HLT-2");
	end("HLT-2", health_cpus_judge(health->run), NULL, tested);
	start(family, "HLT-3");
	end("HLT-3", health_restored_judge(restored), NULL, tested);
}
