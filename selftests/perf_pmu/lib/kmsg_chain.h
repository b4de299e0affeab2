/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_KMSG_CHAIN_H
#define PMU_KMSG_CHAIN_H

#include <stdbool.h>

#include "kmsg.h"

/* What successive "took too long" lines say of the kernel that wrote them. */
struct kmsg_chain {
	/*
	 * HZ: the only one with which every line's rate follows from its average. 0 where none
	 * does, or where several do (2526 ns give 79000 with HZ 200, 250, 500 and 1000: a single
	 * line seldom tells).
	 */
	unsigned int hz;
	unsigned int fits;	/* how many of the HZ that Linux can be built with fit */
	/*
	 * Lines whose budget is not what the line before left: lines were lost or rate limited,
	 * the sysctls were written in between, or another CPU's fall came between the two (the
	 * core keeps what it prints in two variables that all CPUs share).
	 */
	unsigned int breaks;
	bool halving;		/* kernels before 4.7: each fall halves the rate */
};

/*
 * Check nr lines, oldest first, against the arithmetic of perf_sample_event_took() with
 * kernel.perf_cpu_time_max_percent at percent throughout. Returns chain->hz.
 */
unsigned int kmsg_chain(const struct kmsg_took *took, unsigned int nr, unsigned int percent,
			struct kmsg_chain *chain);

/*
 * Whether every line's rate follows from its average with this HZ (halving: from the rate of the
 * line before).
 */
bool kmsg_chain_fits(const struct kmsg_took *took, unsigned int nr, unsigned int hz,
		     unsigned int percent, bool halving);

#endif
