/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_STEP_H
#define PMU_STEP_H

#include "sampler.h"

/*
 * Looking at single interrupts. The running average outlives a write of the rate, so with the
 * budget at its least, 1 ns, the next report lowers the rate at once, and the rate that it leads
 * to gives the average away. One write, one interrupt, one reading.
 */

/* Allows 1 ns. The highest percent gives the finest reading of the average. */
#define STEP_RATE	1000000000
#define STEP_PERCENT	99

#define STEP_RECENT	32

struct stepper {
	struct sampler *sampler;
	load_fn load;
	unsigned long slice;	/* of load, between two looks at the ring */
	unsigned int hz;
	uint64_t max_ns;	/* for one interrupt to come */
	uint64_t last_ns;	/* time of the last look */
	uint64_t base_ns;	/* from look to look without interrupt: stolen_measure() */
	double most_ns, peak_ns;	/* see below */
	uint64_t recent[STEP_RECENT];	/* stolen by the last interrupts that came alone */
	unsigned int nr_recent;		/* ever; the last STEP_RECENT are kept */
};

/* Median of what the last interrupts stole; 0: none came alone. */
uint64_t step_recent(const struct stepper *stepper);

/*
 * most_ns is what the core's average would be, had the driver reported all the time that each
 * interrupt stole from the load. A true report is never above it, whatever preempts a virtual CPU
 * or slows a handler down: the stolen time suffers with it. peak_ns is its maximum since
 * step_begin().
 */

struct step {
	unsigned int interrupts;	/* delivered since the write; 0: none in time */
	bool reported;			/* the rate fell */
	struct ns_range avg;		/* the average, where reported */
};

/* Set the limits and switch the sampler on. 0, or -1 with errno. */
int step_begin(struct stepper *stepper, const struct limits *limits);
void step_end(struct stepper *stepper);

/* The limits for step_one(). */
extern const struct limits step_limits;

/* Write the rate, run the load until an interrupt was delivered. 0, or -1 with errno. */
int step_one(struct stepper *stepper, struct step *step);

/*
 * The same until an interrupt was reported, or eight were not: a reading also of a driver that
 * leaves some out, which is another test's to find. step->interrupts counts all of them.
 */
int step_read(struct stepper *stepper, struct step *step);

/* Let interrupts pass. Returns how many did, fewer when max_ns passed without one or 3 s in all. */
unsigned int step_over(struct stepper *stepper, unsigned int interrupts);

/*
 * One slice of load and a look at the ring. Returns the interrupts since the last look and in
 * took_ns the time since it, so that no interrupt is missed by the clock.
 */
unsigned int step_look(struct stepper *stepper, uint64_t *took_ns);

/* A stepper for sampler, on the CPU that this thread is pinned to. */
void step_init(struct stepper *stepper, struct sampler *sampler, load_fn load, unsigned int hz,
	       uint64_t max_ns);

/* Cost of an interrupt to the program that it interrupts. */
struct stolen {
	uint64_t ns;		/* median over the interrupts; 0: could not be measured */
	uint64_t low_ns;	/* by the first quartiles: what it is without disturbance */
	uint64_t base_ns;	/* median from look to look without interrupt */
	unsigned int interrupts;	/* that it was taken from */
};

/*
 * Time the load from look to look: with one interrupt between them against with none. Medians, so
 * that a preemption or a tick now and then changes nothing. Ends after that many interrupts or
 * max_ns. 0, or -1 with errno.
 */
int stolen_measure(struct stepper *stepper, const struct limits *limits, unsigned int interrupts,
		   uint64_t max_ns, struct stolen *stolen);

#endif
