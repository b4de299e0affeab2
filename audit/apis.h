/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel calls, and how: the interfaces by which a function becomes an interrupt handler,
 * a timer, a callback. These are the kernel's own, no driver's.
 */
#ifndef AUDIT_APIS_H
#define AUDIT_APIS_H

#include <stdbool.h>
#include <stdint.h>

/* Who enters a function. */
enum entry_kind {
	/* interrupts of the hardware or the hypervisor */
	ENTRY_IRQ,
	ENTRY_NMI,
	ENTRY_VIRTUAL,
	/* assembly, or a vector table that assembly reads */
	ENTRY_TRAP,
	/* a notifier chain that an interrupt runs */
	ENTRY_CHAIN,
	/* a pointer that an architecture's interrupt code calls, as perf_irq */
	ENTRY_POINTER,
	/* interrupts of other causes: they matter where they enter a sampling driver's body */
	ENTRY_TIMER,
	ENTRY_HRTIMER,
	ENTRY_CROSS_CALL,
	/* work that an interrupt leaves for an interrupt of its own */
	ENTRY_DEFERRED,
	/* no interrupt at all */
	ENTRY_PMU,
	ENTRY_TRACEPOINT,
	ENTRY_BPF,
	ENTRY_PROCESS,
	/* it is not known who enters */
	ENTRY_UNRESOLVED,
	/* no entry yet: the structure around the function is registered by itself */
	ENTRY_CARRIED,
};

/* An interrupt that delivers samples must report its duration. */
bool entry_is_interrupt(enum entry_kind kind);
/* One that does so where an interrupt proper enters the same code. */
bool entry_is_detour(enum entry_kind kind);
/* "an NMI handler", for people. */
const char *entry_text(enum entry_kind kind);

/*
 * Is argument number arg of a function of this name called back? By member, where the argument is a
 * structure that holds the callback; "" where it is the callback. False: the argument goes nowhere.
 */
bool api_registers(const char *called, uint32_t arg, const char *member, enum entry_kind *kind);
/* The same for a structure of which the members are not known. */
bool api_registers_structure(const char *called, uint32_t arg, enum entry_kind *kind);
/* Is it an interface that takes a structure with a callback? */
bool api_takes_structure(const char *called);
/* Does the function only look at its arguments, or take back what was registered? */
bool api_ignores(const char *called);

/* Is a callback that is stored in this member of this structure called from a known place? */
bool member_registers(const char *type, const char *member, enum entry_kind *kind);

/* Who enters a function that a macro makes, as DEFINE_IDTENTRY(name). */
enum entry_kind maker_kind(const char *maker);

/* A function that delivers samples. The rank orders the sinks of a file, the least counts most. */
#define SINK_AUX 4
bool is_sink(const char *called, int *rank);

#define TOOK "perf_sample_event_took"

#endif
