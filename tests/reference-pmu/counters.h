/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hardware that the reference driver drives, made of the kernel's own clock and timer so that
 * every machine has it. Each CPU has REFPMU_COUNTERS counters of 32 bits. A counter that runs goes
 * down by one per nanosecond of CLOCK_MONOTONIC. At 0 it stops, sets its bit in the CPU's overflow
 * status and raises the CPU's PMU interrupt, an ordinary maskable one. It counts whatever the CPU
 * does: it has no filter for user, kernel or guest mode.
 *
 * All functions work on the CPU that they are called on, with interrupts off, as perf's callbacks
 * and interrupt handlers are.
 */
#ifndef REFPMU_COUNTERS_H
#define REFPMU_COUNTERS_H

#include <linux/types.h>

struct pt_regs;

#define REFPMU_COUNTERS		4
#define REFPMU_COUNTER_BITS	32
#define REFPMU_COUNTER_MAX	U32_MAX

/*
 * The least time between two interrupts: about what an interrupt takes. The timer that raises them
 * would otherwise find itself late again and again, and the kernel would complain of it.
 */
#define REFPMU_INTERRUPT_GAP_NS	10000

/* Set up all CPUs' counters, stopped. The handler gets the interrupted registers. */
void counters_probe(void (*handler)(struct pt_regs *regs));

/* All stopped, no interrupt comes any more. With interrupts on, on any CPU. */
void counters_remove(void);

/* A stopped counter's value; clears its overflow bit. */
void counter_write(int nr, u32 value);
u32 counter_read(int nr);

void counter_start(int nr);
void counter_stop(int nr);
bool counter_runs(int nr);

/* Bits of the counters that have reached 0 since they were written. */
unsigned long counters_overflowed(void);

/*
 * The switch for all counters of the CPU, off after counters_probe(). While it is off none counts,
 * and none interrupts.
 */
void counters_switch(bool on);

#endif
