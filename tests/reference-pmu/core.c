// SPDX-License-Identifier: GPL-2.0
/* A driver that is built in calls these functions by name; a module has to look for them. */
#include "refpmu.h"

#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

/*
 * A probe's address may be behind the function's entry, by what the entry has in front: a landing
 * pad (x86, arm64), the set-up of the table of contents (powerpc). %pS tells how far.
 */
static void *find(const char *name)
{
	struct kprobe probe = { .symbol_name = name };
	char text[KSYM_SYMBOL_LEN], *offset;
	unsigned long behind = 0;
	int ret;

	ret = register_kprobe(&probe);
	if (ret) {
		pr_err("refpmu: no %s() in this kernel: %d (CONFIG_KPROBES is needed)\n", name,
		       ret);
		return NULL;
	}
	snprintf(text, sizeof(text), "%pS", probe.addr);
	unregister_kprobe(&probe);
	offset = strchr(text, '+');
	if (!offset || sscanf(offset, "+0x%lx", &behind) != 1) {
		pr_err("refpmu: %s() is at '%s': CONFIG_KALLSYMS is needed\n", name, text);
		return NULL;
	}
	return (void *)probe.addr - behind;
}

int core_find(struct refpmu_core *core)
{
	core->event_overflow = find("perf_event_overflow");
	core->sample_event_took = find("perf_sample_event_took");
	return core->event_overflow && core->sample_event_took ? 0 : -ENOENT;
}
