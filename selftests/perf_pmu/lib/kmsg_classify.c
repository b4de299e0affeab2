// SPDX-License-Identifier: GPL-2.0
#include "kmsg.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kmsg_dress.h"

/*
 * Wordings of 3.10 to 7.2. A phrase counts wherever it stands, since lines are torn; where start
 * is set, only first.
 */
static const struct phrase {
	enum kmsg_kind kind;
	bool start;
	const char *text;
} phrases[] = {
	{ KMSG_DISABLED, false, "Dynamic interrupt throttling disabled" },
	{ KMSG_NMI_LONG, false, "INFO: NMI handler (" },
	{ KMSG_HRTIMER_LONG, false, "hrtimer: interrupt took " },

	/* arm_pmu_platform.c, riscv_pmu_sbi.c, x86 events/core.c, arc, mips and others */
	{ KMSG_NO_SAMPLING, false, "no irqs for PMU" },
	{ KMSG_NO_SAMPLING, false, "Perf sampling/filtering is not supported" },
	{ KMSG_NO_SAMPLING, false, "software events only" },
	{ KMSG_NO_SAMPLING, false, "no hardware sampling interrupt available" },
	{ KMSG_NO_SAMPLING, false, "sampling events not supported" },
	{ KMSG_NO_SAMPLING, false, "sampling is temporarily not available" },

	{ KMSG_WATCHDOG, false, "ermanently consumes one hw-PMU counter" },

	/* kernel/rcu/tree_stall.h, tree_exp.h, tasks.h, update.c */
	{ KMSG_STALL, false, "detected stall on CPU" },
	{ KMSG_STALL, false, "self-detected stall on" },
	{ KMSG_STALL, false, "detected stalls on CPUs/tasks" },
	{ KMSG_STALL, false, "detected stalls on tasks" },
	{ KMSG_STALL, false, "detected expedited stalls" },
	{ KMSG_STALL, false, "detected stall, but suppressed" },
	{ KMSG_STALL, false, "kthread starved for " },
	{ KMSG_STALL, false, "kthread timer wakeup didn't happen for " },
	{ KMSG_STALL, false, "gets sufficient CPU time, OOM is now expected behavior" },
	{ KMSG_STALL, false, "RCU grace-period kthread stack dump" },
	{ KMSG_STALL, false, "Stack dump where RCU GP kthread last ran" },

	/*
	 * kernel/watchdog.c, hung_task.c, workqueue.c, arch/powerpc/kernel/watchdog.c,
	 * arch/sparc/kernel/nmi.c
	 */
	{ KMSG_LOCKUP, false, "BUG: soft lockup" },
	{ KMSG_LOCKUP, false, "BUG: workqueue lockup" },
	{ KMSG_LOCKUP, false, "detected hard LOCKUP" },
	{ KMSG_LOCKUP, false, "Hard LOCKUP" },
	{ KMSG_LOCKUP, false, "Watchdog detected LOCKUP" },
	{ KMSG_LOCKUP, false, "blocked for more than " },
	{ KMSG_LOCKUP, false, "blocked in I/O wait for more than " },

	{ KMSG_PMU_STUCK, false, "irq loop stuck" },
	{ KMSG_PMU_STUCK, false, "NMI received for unknown reason" },
	{ KMSG_PMU_STUCK, false, "Dazed and confused, but trying to continue" },
	{ KMSG_PMU_STUCK, false, "nobody cared" },
	{ KMSG_PMU_STUCK, false, "find PMC that caused IRQ" },
	{ KMSG_PMU_STUCK, false, "PMI: silly index" },
	{ KMSG_PMU_STUCK, false, "PMI: No event at index" },

	{ KMSG_OOPS, false, "Kernel panic - not syncing" },
	{ KMSG_OOPS, false, "kernel BUG at " },
	{ KMSG_OOPS, false, "Kernel bug detected" },
	{ KMSG_OOPS, false, "Kernel BUG [#" },
	{ KMSG_OOPS, false, "BUG: unable to handle " },
	{ KMSG_OOPS, false, "BUG: kernel NULL pointer" },
	{ KMSG_OOPS, false, "BUG: KASAN" },
	{ KMSG_OOPS, false, "BUG: scheduling while atomic" },
	{ KMSG_OOPS, false, "nable to handle kernel " },
	{ KMSG_OOPS, false, "Internal error: " },
	{ KMSG_OOPS, false, "Oops: " },
	{ KMSG_OOPS, false, "Oops[#" },
	{ KMSG_OOPS, false, "Oops [#" },
	{ KMSG_OOPS, false, "Oops - " },
	{ KMSG_OOPS, false, "Oops 0" },
	{ KMSG_OOPS, false, "stack-protector: Kernel stack is corrupted" },
	{ KMSG_OOPS, false, "Fixing recursive fault but reboot is needed" },
	{ KMSG_OOPS, false, "Unhandled kernel unaligned access" },
	{ KMSG_OOPS, true, "BUG: " },
	/* Of a user program these begin with "traps: ". */
	{ KMSG_OOPS, true, "general protection fault" },
	{ KMSG_OOPS, true, "divide error: " },
	{ KMSG_OOPS, true, "invalid opcode: " },
	{ KMSG_OOPS, true, "double fault: " },

	{ KMSG_WARN, false, "WARNING: CPU: " },
	{ KMSG_WARN, true, "WARNING: " },
	{ KMSG_WARN, false, "UBSAN: " },
	{ KMSG_WARN, false, "INFO: possible recursive locking detected" },
	{ KMSG_WARN, false, "INFO: inconsistent lock state" },
	{ KMSG_WARN, false, "INFO: suspicious RCU usage" },
};

/* Decimal at *text, which moves on behind it. */
static bool take_number(const char **text, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	*value = strtoull(*text, &end, 10);
	*text = end;
	return !errno;
}

static bool take_text(const char **text, const char *expected)
{
	size_t len = strlen(expected);

	if (strncmp(*text, expected, len))
		return false;
	*text += len;
	return true;
}

/* "(2507 > 2500), lowering kernel.perf_event_max_sample_rate to 79000" */
static bool take_figures(const char *text, struct kmsg_took *took)
{
	return take_text(&text, "(") && take_number(&text, &took->avg_ns) &&
	       take_text(&text, " > ") && take_number(&text, &took->allowed_ns) &&
	       take_text(&text, "), lowering kernel.perf_event_max_sample_rate to ") &&
	       take_number(&text, &took->rate);
}

/*
 * 3.10: "perf samples too long ", 4.0: "perf interrupt took too long ", 4.7: "perf: interrupt took
 * too long "
 */
static bool find_took(const char *text, struct kmsg_took *took)
{
	static const char *const wordings[] = { "interrupt took too long ", "samples too long " };
	const char *pos;
	size_t i;

	for (i = 0; i < sizeof(wordings) / sizeof(*wordings); i++) {
		for (pos = text; (pos = strstr(pos, wordings[i])); ) {
			pos += strlen(wordings[i]);
			if (take_figures(pos, took))
				return true;
		}
	}
	return false;
}

enum kmsg_kind kmsg_classify(const char *line, size_t len, struct kmsg_took *took)
{
	char buf[KMSG_LINE_MAX];
	struct kmsg_took found = { 0, 0, 0 };
	const char *text = kmsg_undress(line, len, buf);
	size_t i;

	if (find_took(text, &found)) {
		if (took)
			*took = found;
		return KMSG_TOOK;
	}
	for (i = 0; i < sizeof(phrases) / sizeof(*phrases); i++) {
		if (phrases[i].start ? !strncmp(text, phrases[i].text, strlen(phrases[i].text)) :
				       !!strstr(text, phrases[i].text))
			return phrases[i].kind;
	}
	return KMSG_OTHER;
}

bool kmsg_is_fault(enum kmsg_kind kind)
{
	return kind == KMSG_STALL || kind == KMSG_LOCKUP || kind == KMSG_OOPS ||
	       kind == KMSG_PMU_STUCK;
}
