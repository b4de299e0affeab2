// SPDX-License-Identifier: GPL-2.0
/*
 * Part of DUR-6: an interrupt that completes no period brings no sample, and its time counts all
 * the same. A period beyond the counter's width brings them: the counter overflows several times
 * for one sample. The kernel counts a PMU's interrupts in /proc/interrupts, on the line "PMI:".
 */
#include "dur.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/sysctl.h"

/* Samples are so rare that a counter of 20 to 30 bits overflows many times between two. */
#define SAMPLES_PER_SECOND	8

#define STEPS		32
#define FORGIVEN	(STEPS / 8)

/* An overflow of a narrow counter takes a few ms; wider ones are not waited for. */
#define WAIT_NS		50000000ULL

/* PMU interrupts of a CPU so far; -1 where this kernel does not tell. */
static long pmi_count(int cpu)
{
	static char line[16384];
	char *at, *end;
	long count = -1;
	FILE *f;
	int i;

	f = fopen("/proc/interrupts", "re");
	if (!f)
		return -1;
	while (count < 0 && fgets(line, sizeof(line), f)) {
		at = line + strspn(line, " ");
		if (strncmp(at, "PMI:", 4))
			continue;
		at += 4;
		for (i = 0; i <= cpu; i++, at = end) {
			count = strtol(at, &end, 10);
			if (end == at) {
				count = -1;
				break;
			}
		}
		break;
	}
	fclose(f);
	return count;
}

/* One interrupt under a budget of 1 ns: false where none came, or a sample with it. */
static bool one_interrupt(struct duration *dur, struct stepper *stepper, bool *reported)
{
	long before, now;
	uint64_t waited = 0, took;
	unsigned int rate;

	if (rate_write(STEP_RATE))
		return false;
	before = pmi_count(dur->cpu);
	do {
		if (step_look(stepper, &took))
			return false;
		waited += took;
		now = pmi_count(dur->cpu);
	} while (now == before && waited < WAIT_NS);
	if (now == before || sampler_poll(stepper->sampler) || rate_read(&rate))
		return false;
	*reported = rate != STEP_RATE;
	return true;
}

struct outcome no_sample_reported(struct duration *dur)
{
	const unsigned int tries = 2 * STEPS;
	unsigned int i, seen = 0, unreported = 0;
	struct sampler sampler;
	struct stepper stepper;
	uint64_t period;
	bool reported, busy;

	if (pmi_count(dur->cpu) < 0)
		return pass();
	period = count_rate(&dur->target->attr, dur->cpu, load_run, &busy) / SAMPLES_PER_SECOND;
	if (!period || topology_pin(dur->cpu) ||
	    sampler_open(&sampler, &dur->target->attr, dur->cpu, period))
		return pass();
	step_init(&stepper, &sampler, load_run, dur->hz, INTERRUPT_NS);
	if (!step_begin(&stepper, &step_limits)) {
		for (i = 0; i < tries && seen < STEPS; i++) {
			if (one_interrupt(dur, &stepper, &reported)) {
				seen++;
				unreported += !reported;
			} else if (!seen && i) {
				break;
			}
		}
	}
	sampler_close(&sampler);
	evidence("no sample", "%u interrupts without one, %u not reported", seen, unreported);
	if (seen < STEPS || unreported <= FORGIVEN)
		return pass();
	return fail("%u of %u interrupts that brought no sample were not reported", unreported,
		    seen);
}
