// SPDX-License-Identifier: GPL-2.0
/* The kernel's command line. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/*
 * A guest whose CPU is stuck ends itself, with the reason in its log. Guest time is exact in a
 * repeatable run; elsewhere the host may hold up a virtual CPU for seconds, which is not the
 * guest's fault.
 */
#define WATCHDOG_ICOUNT "rcupdate.rcu_cpu_stall_timeout=3 watchdog_thresh=1"
#define WATCHDOG_FREE "rcupdate.rcu_cpu_stall_timeout=15 watchdog_thresh=10"

#define ENDS "panic=-1 oops=panic softlockup_panic=1 sysctl.kernel.panic_on_rcu_stall=1"

/* Debian kernels test their ciphers after init has started, which takes most of the CPU. */
#define QUIET "nmi_watchdog=0 loglevel=7 cryptomgr.notests"

/* KEY_VARIANT of an architecture that has several kernels, KEY of one that has one. */
const char *conf_variant(const struct guest *guest, const char *key)
{
	char name[64];

	if (!*guest->variant)
		return conf_get(&guest->conf, key);
	snprintf(name, sizeof(name), "%s_%s", key, guest->variant);
	return conf_get(&guest->conf, name);
}

static void add_word(struct strings *words, const char *key, const char *value)
{
	if (*value)
		strings_add(words, "%s=%s", key, value);
}

/*
 * A kernel may cut its command line short, Alpha's at 255 bytes: what a run can do without comes
 * last. False, having said so, where there is no room for what it needs.
 */
bool append_line(struct guest *guest, const struct options *opt)
{
	const char *room = conf_get(&guest->conf, "append_max");
	struct strings words = { 0 };
	char *tests = NULL, *line;
	size_t needed;

	if (opt->tests)
		tests = strings_join(&guest->tests, ",");
	add_word(&words, "console", conf_get(&guest->conf, "console"));
	add_word(&words, "pmu_results", conf_get(&guest->conf, "results_tty"));
	add_word(&words, "pmu_lab", opt->icount ? "qemu-icount" : "qemu");
	if (opt->icount)
		strings_add(&words, "pmu_insn_ns=%d", 1 << guest->shift);
	add_word(&words, "pmu_storm_period", conf_get(&guest->conf, "storm_period"));
	add_word(&words, "pmu_fault", opt->fault ? opt->fault : "");
	add_word(&words, "pmu_tests", tests ? tests : "");
	strings_split(&words, conf_get(&guest->conf, "append"));
	if (*guest->variant)
		strings_split(&words, conf_variant(guest, "append"));
	strings_split(&words, opt->append ? opt->append : "");
	line = strings_join(&words, " ");
	needed = strlen(line);
	free(line);
	strings_split(&words, ENDS);
	strings_split(&words, opt->icount ? WATCHDOG_ICOUNT : WATCHDOG_FREE);
	strings_split(&words, QUIET);
	line = strings_join(&words, " ");
	strings_add(&guest->args, "%s", line);
	free(line);
	free(tests);
	strings_free(&words);
	if (!*room || needed <= strtoul(room, NULL, 10))
		return true;
	complain("%s: the kernel takes %s bytes of command line, this needs %zu: name fewer tests",
		 guest->arch, room, needed);
	return false;
}

