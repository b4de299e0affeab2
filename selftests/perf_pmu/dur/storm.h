/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_STORM_H
#define PMU_STORM_H

#include "../lib/observer.h"
#include "../lib/opt_in.h"
#include "dur.h"

/* The core's defaults: what a machine has when somebody asks for too short a period. */
extern const struct limits storm_limits;

/*
 * The shortest period from this one on that may be used: the profile says what the hardware
 * stands, the runner (PMU_STORM_PERIOD) what its emulator does.
 */
uint64_t storm_period(const struct duration *dur, uint64_t period);

/*
 * window_run() under the eyes of another CPU, which was late_ns late at worst; 0 where there is
 * none.
 */
int storm_window(struct sampler *sampler, const struct window_plan *plan, struct window *window,
		 uint64_t *late_ns);

/*
 * What the window itself shows: kernel log, responsiveness of this CPU and of another one that was
 * late_ns late at worst, samples lost.
 */
struct outcome storm_health(const struct duration *dur, const struct window *window,
			    uint64_t late_ns);

/*
 * ns of a handler: the average that the storm has left behind; by the profile's share where
 * nothing is reported. Read at the gentle rate: reading allows handlers 99 % of the CPU, and a
 * storm that takes it leaves the rest of an interrupt, which no driver reports, no time to end.
 */
uint64_t storm_cost(const struct duration *dur);

/* Has the rate come down as far as a handler of that many ns demands? */
struct outcome storm_feedback(const struct duration *dur, const struct window *window,
			      uint64_t cost);

#endif
