// SPDX-License-Identifier: GPL-2.0
#include "apis.h"
#include "api_tables.h"

#include <stddef.h>
#include <string.h>

static const char *const ends[] = {
	"free", "unregister", "unbind", "destroy", "remove", "disable",
};

/* Interfaces that only mention a function. */
static const char *const mentions[] = {
	"EXPORT_SYMBOL",
	"EXPORT_SYMBOL_GPL",
	"EXPORT_SYMBOL_NS_GPL",
	"EXPORT_SYMBOL_FOR_KVM",
	"NOKPROBE_SYMBOL",
	"ALLOW_ERROR_INJECTION",
	"WARN_ON",
	"WARN_ON_ONCE",
	"WARN_ONCE",
	"BUG_ON",
	"STACK_FRAME_NON_STANDARD",
	"IS_ERR",
	"ARRAY_SIZE",
	"sizeof",
	"pr_debug",
	"pr_info",
	"pr_err",
	"BTF_ID",
	"BTF_ID_FLAGS",
	"printk",
	"EXPORT_SYMBOL_FOR_MODULES",
	"typeof",
};

bool entry_is_interrupt(enum entry_kind kind)
{
	return kind <= ENTRY_POINTER || kind == ENTRY_DEFERRED;
}

bool entry_is_detour(enum entry_kind kind)
{
	return kind == ENTRY_TIMER || kind == ENTRY_HRTIMER || kind == ENTRY_CROSS_CALL;
}

const char *entry_text(enum entry_kind kind)
{
	static const char *const texts[] = {
		[ENTRY_IRQ] = "an interrupt handler",
		[ENTRY_NMI] = "an NMI handler",
		[ENTRY_VIRTUAL] = "a hypervisor's virtual interrupt",
		[ENTRY_TRAP] = "a trap",
		[ENTRY_CHAIN] = "a notifier chain",
		[ENTRY_POINTER] = "a pointer that interrupts call",
		[ENTRY_TIMER] = "a timer",
		[ENTRY_HRTIMER] = "an hrtimer",
		[ENTRY_CROSS_CALL] = "a call from another CPU",
		[ENTRY_DEFERRED] = "deferred interrupt work",
		[ENTRY_PMU] = "the perf core (context switch or system call)",
		[ENTRY_TRACEPOINT] = "a tracepoint",
		[ENTRY_BPF] = "a BPF program",
		[ENTRY_PROCESS] = "process context",
		[ENTRY_UNRESOLVED] = "an unknown place",
		[ENTRY_CARRIED] = "a structure",
	};

	return texts[kind];
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && !strcmp(text + len - end_len, end);
}

/* "free" is a part of free_irq, but not of freeze_events. */
static bool has_part(const char *name, const char *part)
{
	size_t len = strlen(part);

	for (const char *at = strstr(name, part); at; at = strstr(at + 1, part)) {
		if ((at == name || at[-1] == '_') && (!at[len] || at[len] == '_'))
			return true;
	}
	return false;
}

bool api_ignores(const char *called)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		if (has_part(called, ends[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof(mentions) / sizeof(*mentions); i++) {
		if (!strcmp(called, mentions[i]))
			return true;
	}
	return false;
}

bool api_registers(const char *called, uint32_t arg, const char *member, enum entry_kind *kind)
{
	if (api_ignores(called))
		return false;
	for (size_t i = 0; i < api_count; i++) {
		if (apis[i].arg == arg && !strcmp(apis[i].called, called) &&
		    !strcmp(apis[i].member, member)) {
			*kind = apis[i].kind;
			return true;
		}
	}
	if (*member)
		return false;
	/* Families of names. */
	if (!strncmp(called, "register_trace_", 15)) {
		*kind = ENTRY_TRACEPOINT;
		return true;
	}
	if (ends_with(called, "_initcall") || ends_with(called, "_initcall_sync")) {
		*kind = ENTRY_PROCESS;
		return true;
	}
	return false;
}

bool api_registers_structure(const char *called, uint32_t arg, enum entry_kind *kind)
{
	for (size_t i = 0; i < api_count; i++) {
		if (apis[i].arg == arg && *apis[i].member && !strcmp(apis[i].called, called)) {
			*kind = apis[i].kind;
			return true;
		}
	}
	return false;
}

bool api_takes_structure(const char *called)
{
	for (size_t i = 0; i < api_count; i++) {
		if (*apis[i].member && !strcmp(apis[i].called, called))
			return true;
	}
	return false;
}

bool member_registers(const char *type, const char *member, enum entry_kind *kind)
{
	for (size_t i = 0; i < member_count; i++) {
		if (!strcmp(members[i].type, type) &&
		    (!*members[i].member || !strcmp(members[i].member, member))) {
			*kind = members[i].kind;
			return true;
		}
	}
	return false;
}

enum entry_kind maker_kind(const char *maker)
{
	if (!strncmp(maker, "BPF_CALL", 8))
		return ENTRY_BPF;
	if (strstr(maker, "SYSCALL_DEFINE"))
		return ENTRY_PROCESS;
	if (strstr(maker, "INTERRUPT") || strstr(maker, "IDTENTRY") || strstr(maker, "TRAP"))
		return ENTRY_TRAP;
	return ENTRY_UNRESOLVED;
}

bool is_sink(const char *called, int *rank)
{
	static const struct {
		const char *name;
		int rank;
	} sinks[] = {
		{ "perf_event_overflow", 0 },	     { "perf_event_account_interrupt", 1 },
		/* the perf core's own name of the first, which its software events call */
		{ "__perf_event_overflow", 1 },
		{ "perf_event_output", 2 },	     { "perf_event_output_forward", 2 },
		{ "perf_event_output_backward", 2 }, { "perf_output_sample", 3 },
		{ "perf_aux_output_end", SINK_AUX }, { "perf_aux_output_skip", SINK_AUX },
	};

	for (size_t i = 0; i < sizeof(sinks) / sizeof(*sinks); i++) {
		if (!strcmp(sinks[i].name, called)) {
			*rank = sinks[i].rank;
			return true;
		}
	}
	return false;
}
