/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_BUDGET_H
#define PMU_BUDGET_H

#include <stdint.h>

/*
 * The perf core's arithmetic of interrupt duration: perf_sample_event_took(),
 * update_perf_cpu_limits() and perf_event_max_sample_rate_handler() in kernel/events/core.c. Pure
 * functions, no system calls.
 */

#define NSEC_PER_SEC		1000000000ULL

/* The core's NR_ACCUMULATED_SAMPLES: the running average forgets 1/128 with each interrupt. */
#define BUDGET_WINDOW		128

/* The core's defaults: one sample every 10 us, a quarter of the CPU. */
#define BUDGET_DEFAULT_RATE	100000
#define BUDGET_DEFAULT_PERCENT	25

/* The two sysctls, in samples per second and percent of a CPU. */
struct limits {
	unsigned int rate;
	unsigned int percent;
};

/* Inclusive; hi is UINT64_MAX where there is no upper bound. */
struct ns_range {
	uint64_t lo, hi;
};

/* TICK_NSEC of a kernel with this HZ, in ns (include/linux/jiffies.h). */
uint64_t budget_tick_ns(unsigned int hz);

/* The HZ whose TICK_NSEC is tick_ns. */
unsigned int budget_hz(uint64_t tick_ns);

/*
 * Budget of one interrupt in ns after both sysctls were written; 0: percent switches the mechanism
 * off.
 */
uint64_t budget_allowed_ns(const struct limits *limits);

/*
 * Rate that an average of avg_ns leads to once it is over the budget. A multiple of hz, at least
 * hz.
 */
unsigned int budget_rate(uint64_t avg_ns, unsigned int hz, unsigned int percent);

/*
 * Highest rate at which an average of avg_ns is within the budget: what a rate that has fallen, or
 * did not need to, is at most. A multiple of hz, at least hz.
 */
unsigned int budget_highest(uint64_t avg_ns, unsigned int hz, unsigned int percent);

/*
 * All averages that lead to rate: the inverse of budget_rate(). Empty (lo > hi) where none does.
 */
struct ns_range budget_avg(unsigned int rate, unsigned int hz, unsigned int percent);

/*
 * Samples of one event in one tick at which the core throttles it: max_samples_per_tick after a
 * write of rate.
 */
unsigned int budget_per_tick(unsigned int rate, unsigned int hz);

/*
 * Running length of the average after one more interrupt of took_ns; the average is the result /
 * 128.
 */
uint64_t budget_run(uint64_t running, uint64_t took_ns);

/* Interrupts of cost_ns each, from a zero average, until the budget is broken; 0: never. */
unsigned int budget_interrupts(uint64_t cost_ns, uint64_t allowed_ns);

/*
 * The limits whose budget is the nearest at or above allowed_ns while rate stays at min_rate or
 * more, and percent below 100. Returns the budget in ns that they give; less than allowed_ns where
 * min_rate does not leave room.
 */
uint64_t budget_pick(uint64_t allowed_ns, unsigned int min_rate, struct limits *limits);

/*
 * Mean duration of the last n interrupts, from the averages before and after them: each within its
 * range. What the average keeps of its past after n interrupts is (127/128)^n, the rest is theirs.
 */
struct ns_range budget_mean(struct ns_range before, struct ns_range after, unsigned int n);

#endif
