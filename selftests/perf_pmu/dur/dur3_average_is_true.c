// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-3: the reported average agrees with the time that an interrupt steals from a program: not
 * more than that, and not less than the part of it that the profile states (entry and exit of the
 * interrupt are no handler's).
 *
 * The upper bound is the average of the time stolen by the very same interrupts, so disturbances
 * are in both. The lower one is a part of the undisturbed time: of the shorter interrupts at the
 * start, or of those just before the reading, on a host that has become less busy since.
 */
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/deadline.h"

/* One reading within the bounds acquits: a program that is itself held up misjudges a round. */
#define ROUNDS		4

/* The stolen time is itself measured: a tenth and 100 ns, several clock reads, are its grain. */
#define MORE_PERCENT	110
#define MORE_NS		100

struct average {
	struct step step;
	uint64_t most, least;
};

static int read_average(struct duration *dur, struct average *reading)
{
	struct sampler sampler;
	struct stepper stepper;
	uint64_t least;
	int ret;

	if (open_stepper(dur, &sampler, &stepper).verdict != PASS)
		return -1;
	ret = settle(dur, &stepper);
	if (!ret)
		ret = step_begin(&stepper, &step_limits);
	if (!ret)
		ret = step_read(&stepper, &reading->step);
	reading->most = stepper.most_ns * MORE_PERCENT / 100 + MORE_NS;
	least = step_recent(&stepper);
	if (least > dur->stolen.low_ns)
		least = dur->stolen.low_ns;
	reading->least = least * dur->target->profile->share_min / 100;
	sampler_close(&sampler);
	return ret;
}

static bool is_true(const struct average *reading)
{
	return reading->step.reported && reading->step.avg.lo <= reading->most &&
	       reading->step.avg.hi >= reading->least;
}

struct outcome dur3_average_is_true(struct duration *dur)
{
	struct average reading = { 0 };
	int round;

	if (!dur->reports)
		return skip(SKIP_NO_REPORT, "see DUR-1");
	if (!dur->stolen.ns)
		return skip(SKIP_COARSE_CLOCK, "the cost of an interrupt cannot be measured");
	for (round = 0; round < ROUNDS && !is_true(&reading) && !deadline_near(); round++)
		if (read_average(dur, &reading))
			return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	if (!reading.step.reported)
		return skip(SKIP_NO_REPORT, "none of the interrupts that were to be read was reported");
	dur->avg = reading.step.avg;
	evidence("stolen_ns", "%llu", (unsigned long long)dur->stolen.ns);
	evidence("expected_ns", "%llu-%llu", (unsigned long long)reading.least,
		 (unsigned long long)reading.most);
	evidence("average_ns", "%llu-%llu", (unsigned long long)dur->avg.lo,
		 (unsigned long long)dur->avg.hi);
	evidence("handler_ns", "%llu", (unsigned long long)dur->avg.lo);
	if (dur->avg.lo > reading.most)
		return fail("reports more than an interrupt takes from the program");
	if (dur->avg.hi < reading.least)
		return fail("reports less than %u %% of what an interrupt takes from the program",
			    dur->target->profile->share_min);
	return pass();
}
