/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_LOAD_H
#define PMU_LOAD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The load: a loop of known instruction mix (an add, a multiply, a compare and a branch taken)
 * that touches no memory and makes no system call, so that cycles and instructions both advance
 * steadily and a user-only sample's address lies inside it.
 */
void load_run(unsigned long iterations);

/* The same for events that count in the kernel only: cheap system calls. */
void load_kernel(unsigned long iterations);

typedef void (*load_fn)(unsigned long iterations);

/* A register holds it all the time in load_run()'s loop. The same in 32 and 64 bits. */
#define LOAD_MARK	0x70657266UL

/* Is ip inside load_run()'s loop? */
bool load_contains(uint64_t ip);

/* Iterations of load that take about ns on the CPU we run on; measured, at least 1. */
unsigned long load_iterations(load_fn load, uint64_t ns);

/* CLOCK_MONOTONIC in ns. */
uint64_t now_ns(void);

/* What now_ns() can tell apart, in ns: a tick on machines without a better clock source. */
uint64_t now_resolution_ns(void);

#endif
