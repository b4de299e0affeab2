/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_DURATION_H
#define PMU_DURATION_H

#include "../lib/result.h"
#include "../lib/run.h"
#include "../lib/sampler.h"
#include "../lib/step.h"
#include "../lib/target.h"

/*
 * The budget that no handler meets: 1 % of the CPU at 100000 samples/s leaves 100 ns. A reporting
 * driver lowers the rate within a few interrupts, at a gentle interrupt rate.
 */
#define LEVER_NS	100
extern const struct limits lever;

/*
 * Interrupts without a fall that convict. After n of them the average has reached 1 - (127/128)^n
 * of the handler's cost: 98 % for 512, so any cost of 103 ns or more would have broken 100 ns.
 */
#define CONVICT_INTERRUPTS	512

/* What the tests of one PMU share; they run in the order of their numbers. */
struct duration {
	const struct target *target;
	unsigned int hz;
	unsigned int kernel;
	bool in_lab;
	bool host_time;			/* a guest whose times have its host's load in them */
	int cpu;			/* of the tests that need one only */
	uint64_t period;		/* for the gentle rate */
	unsigned int gentle;		/* interrupts per second that it gives */
	uint64_t cpus_end_ns;		/* when DUR-5 stops to begin with further CPUs */
	struct stolen stolen;
	struct window fall;		/* of DUR-1 */
	bool reports;			/* DUR-1 saw a report that is worth the name */
	bool not_silent;		/* some test saw some report */
	struct ns_range avg;		/* DUR-3's reading; hi 0: none */
};

/* Nothing is known yet but what the run knows. */
void duration_begin(struct duration *dur, const struct run *run, const struct target *target);

/* Period, cost of an interrupt, controls. PASS: the tests can run; else why none of them can. */
struct outcome duration_prepare(struct duration *dur);

enum fall {
	FALL_YES,
	FALL_NO,		/* CONVICT_INTERRUPTS and no fall */
	FALL_FEW,		/* no fall, but too few interrupts to convict */
	FALL_NO_INTERRUPT,	/* none at all */
	FALL_FOREIGN,		/* the rate also falls without our event */
	FALL_BROKEN,		/* could not be set up: errno */
};

/*
 * Does an event on a CPU make the rate fall under the lever? Twice, and not without the event.
 * The window is that of the first fall, or of the try that decided.
 */
enum fall fall_try(const struct perf_event_attr *attr, int cpu, uint64_t period, load_fn load,
		   struct window *window);

/*
 * Limits under which nothing is throttled by count, and the budget is as generous as that leaves
 * it.
 */
struct limits roomy(const struct duration *dur);

/* A sampler of the loading event on this CPU. PASS, or why not. */
struct outcome open_loading(const struct duration *dur, struct sampler *sampler);

/* The same with a stepper for it, which knows the cost that was measured. */
struct outcome open_stepper(const struct duration *dur, struct sampler *sampler,
			    struct stepper *stepper);

/* As long as an interrupt of the gentle rate may take to come, whatever the machine does. */
#define INTERRUPT_NS	500000000

/*
 * Switch on under roomy limits and run until the average has forgotten what was before: 1024
 * interrupts leave 1/3000 of it, of a preempted handler's 10 ms 26 ns. Returns 0, or -1 with
 * errno.
 */
int settle(const struct duration *dur, struct stepper *stepper);

/* The same in words, as an outcome; what says which event, CPU or path. */
struct outcome fall_outcome(enum fall fall, const struct window *window, const char *what);

/*
 * Period of attr for the gentle rate on this CPU, at least the profile's shortest. 0: it does not
 * count.
 */
uint64_t gentle_period(const struct duration *dur, const struct perf_event_attr *attr, load_fn load,
		       bool *busy);

/*
 * Part of DUR-6: is each interrupt reported just once? PASS also where that cannot be told; the
 * evidence says so.
 */
struct outcome reported_once(struct duration *dur);

/* Part of DUR-6: are interrupts reported that bring no sample? PASS as above. */
struct outcome no_sample_reported(struct duration *dur);

struct outcome dur1_rate_falls(struct duration *dur);
struct outcome dur2_generous_budget(struct duration *dur);
struct outcome dur3_average_is_true(struct duration *dur);
struct outcome dur4_arithmetic(struct duration *dur);
struct outcome dur5_every_cpu(struct duration *dur);
struct outcome dur6_every_path(struct duration *dur);
struct outcome dur7_switched_off(struct duration *dur);
struct outcome dur8_fine_clock(struct duration *dur);
struct outcome dur9_storm(struct duration *dur);

#endif
