/* SPDX-License-Identifier: GPL-2.0 */
/* A timer whose function runs as a hard interrupt, on the CPU that it was started on. */
#ifndef REFPMU_TIMER_H
#define REFPMU_TIMER_H

#include <linux/hrtimer.h>

static inline void timer_setup_hard(struct hrtimer *timer,
				    enum hrtimer_restart (*function)(struct hrtimer *timer))
{
#ifdef HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	timer->function = function;
#endif
}

#endif
