// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-8: the driver's clock is fine enough. By one that only moves with the tick most interrupts
 * take 0 ns and a few a whole tick; the average may even be right, but it comes in jumps of tick /
 * 128.
 *
 * Read the average every 32 interrupts. From two readings follows the mean duration of the
 * interrupts between them, within what the readings can tell. With a fine clock no such block is
 * near 0: a disturbed handler is longer, never shorter. With a coarse one most are.
 */
#include "dur.h"

#include <errno.h>
#include <string.h>

#include "../lib/deadline.h"

#define BLOCKS		64
#define BLOCK		32

/*
 * A coarse clock of tick T times a handler of cost c leaves a block empty with probability exp(-32
 * c / T): 44 % for the Alpha report's 25 us at HZ 1024, more for a faster handler or a slower
 * tick.
 */
#define EMPTY_BLOCKS	(BLOCKS / 8)

struct blocks {
	unsigned int read;
	uint64_t mean[BLOCKS];		/* duration at most, by the driver's clock */
	uint64_t stolen;		/* by an interrupt, in the cheapest block */
	uint64_t least, most;		/* average, of all readings */
};

/*
 * Half of the least that DUR-3 lets a driver report is as good as nothing; half of what it does
 * report, where that is even less: too small a unit is DUR-3's to find. Of what an interrupt stole
 * where that was least: a busy host holds up a virtual CPU between two slices of load ten times as
 * long as the handler takes, of which the driver's clock need not see anything.
 */
static uint64_t next_to_nothing(const struct duration *dur, const struct blocks *blocks)
{
	uint64_t least = blocks->stolen * dur->target->profile->share_min / 100;

	if (dur->avg.hi && dur->avg.lo < least)
		least = dur->avg.lo;
	return least / 2;
}

static unsigned int count_empty(const struct duration *dur, const struct blocks *blocks)
{
	const uint64_t nothing = next_to_nothing(dur, blocks);
	unsigned int i, empty = 0;

	for (i = 0; i < blocks->read; i++)
		empty += blocks->mean[i] < nothing;
	return empty;
}

/* No report, however often we look: the average is 1 ns or below. */
static int read_blocks(const struct duration *dur, struct stepper *stepper, struct blocks *blocks)
{
	struct ns_range before, mean;
	unsigned int interrupts;
	uint64_t stolen;
	struct step step;

	memset(blocks, 0, sizeof(*blocks));
	blocks->least = UINT64_MAX;
	blocks->stolen = dur->stolen.ns;
	if (step_read(stepper, &step))
		return -1;
	if (!step.reported)
		return 0;
	while (blocks->read < BLOCKS && !deadline_near()) {
		before = step.avg;
		interrupts = step_over(stepper, BLOCK - 1);
		if (step_read(stepper, &step))
			return -1;
		interrupts += step.interrupts;
		if (interrupts < BLOCK)
			break;
		if (!step.reported)
			step.avg = (struct ns_range){ 0, 1 };
		mean = budget_mean(before, step.avg, interrupts);
		blocks->mean[blocks->read++] = mean.hi;
		stolen = step_recent(stepper);
		if (stolen < blocks->stolen)
			blocks->stolen = stolen;
		if (step.avg.lo < blocks->least)
			blocks->least = step.avg.lo;
		if (step.avg.lo > blocks->most)
			blocks->most = step.avg.lo;
	}
	return 0;
}

struct outcome dur8_fine_clock(struct duration *dur)
{
	struct outcome outcome;
	struct sampler sampler;
	struct stepper stepper;
	struct blocks blocks;
	unsigned int empty;
	int ret;

	if (!dur->reports)
		return skip(SKIP_NO_REPORT, "see DUR-1");
	if (!dur->stolen.ns)
		return skip(SKIP_COARSE_CLOCK, "the cost of an interrupt cannot be measured");
	outcome = open_stepper(dur, &sampler, &stepper);
	if (outcome.verdict != PASS)
		return outcome;
	ret = step_begin(&stepper, &step_limits);
	if (!ret)
		ret = read_blocks(dur, &stepper, &blocks);
	sampler_close(&sampler);
	if (ret)
		return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	empty = count_empty(dur, &blocks);
	evidence("blocks", "%u of %d interrupts, %u empty; an interrupt stole %llu ns at least",
		 blocks.read, BLOCK, empty, (unsigned long long)blocks.stolen);
	if (blocks.read < BLOCKS)
		return skip(SKIP_FEW_INTERRUPTS, "%u of %d blocks", blocks.read, BLOCKS);
	evidence("average_ns", "%llu-%llu", (unsigned long long)blocks.least,
		 (unsigned long long)blocks.most);
	evidence("tick_share_ns", "%llu",
		 (unsigned long long)budget_tick_ns(dur->hz) / BUDGET_WINDOW);
	if (empty >= EMPTY_BLOCKS)
		return fail("%u of %u blocks of %d interrupts took next to nothing by the driver's clock",
			    empty, blocks.read, BLOCK);
	return pass();
}
