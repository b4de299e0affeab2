// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "sysctl.h"

/* A slice of load between two looks: short against the time between two interrupts. */
#define SLICE_NS	20000

/* The longest wait for any number of interrupts: 1024 come in it at 350 a second. */
#define OVER_NS		3000000000ULL

/* For one report: half of the interrupts or more are reported by any driver worth reading. */
#define READ_TRIES	8

const struct limits step_limits = { .rate = STEP_RATE, .percent = STEP_PERCENT };

void step_init(struct stepper *stepper, struct sampler *sampler, load_fn load, unsigned int hz,
	       uint64_t max_ns)
{
	memset(stepper, 0, sizeof(*stepper));
	stepper->sampler = sampler;
	stepper->load = load;
	stepper->slice = load_iterations(load, SLICE_NS);
	stepper->hz = hz;
	stepper->max_ns = max_ns;
}

int step_begin(struct stepper *stepper, const struct limits *limits)
{
	if (limits_write(limits))
		return -1;
	stepper->peak_ns = stepper->most_ns;
	stepper->last_ns = now_ns();
	return sampler_enable(stepper->sampler);
}

void step_end(struct stepper *stepper)
{
	sampler_disable(stepper->sampler);
	sampler_poll(stepper->sampler);
}

static void account(struct stepper *stepper, unsigned int interrupts, uint64_t took_ns)
{
	uint64_t stolen = took_ns > stepper->base_ns ? took_ns - stepper->base_ns : 0;
	unsigned int i;

	for (i = 0; i < interrupts; i++)
		stepper->most_ns += ((double)stolen / interrupts - stepper->most_ns) /
				    BUDGET_WINDOW;
	if (interrupts == 1)
		stepper->recent[stepper->nr_recent++ % STEP_RECENT] = stolen;
	if (stepper->most_ns > stepper->peak_ns)
		stepper->peak_ns = stepper->most_ns;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

uint64_t step_recent(const struct stepper *stepper)
{
	unsigned int nr = stepper->nr_recent < STEP_RECENT ? stepper->nr_recent : STEP_RECENT;
	uint64_t sorted[STEP_RECENT];

	memcpy(sorted, stepper->recent, nr * sizeof(*sorted));
	qsort(sorted, nr, sizeof(*sorted), by_value);
	return nr ? sorted[nr / 2] : 0;
}

unsigned int step_look(struct stepper *stepper, uint64_t *took_ns)
{
	unsigned int interrupts;
	uint64_t now;

	stepper->load(stepper->slice);
	interrupts = sampler_poll(stepper->sampler);
	now = now_ns();
	*took_ns = now - stepper->last_ns;
	stepper->last_ns = now;
	return interrupts;
}

unsigned int step_over(struct stepper *stepper, unsigned int interrupts)
{
	uint64_t waited = 0, passed = 0, took_ns;
	unsigned int seen = 0, n;

	while (seen < interrupts && waited < stepper->max_ns && passed < OVER_NS) {
		n = step_look(stepper, &took_ns);
		account(stepper, n, took_ns);
		waited = n ? 0 : waited + took_ns;
		passed += took_ns;
		seen += n;
	}
	return seen;
}

int step_one(struct stepper *stepper, struct step *step)
{
	unsigned int rate, early;

	memset(step, 0, sizeof(*step));
	if (rate_write(STEP_RATE))
		return -1;
	/* What came before or during the write is not ours: its report may be overwritten. */
	early = sampler_poll(stepper->sampler);
	account(stepper, early, now_ns() - stepper->last_ns);
	step->interrupts = step_over(stepper, 1);
	if (rate_read(&rate))
		return -1;
	step->reported = rate != STEP_RATE;
	if (step->reported)
		step->avg = budget_avg(rate, stepper->hz, STEP_PERCENT);
	return 0;
}

int step_read(struct stepper *stepper, struct step *step)
{
	unsigned int interrupts = 0;
	int i;

	for (i = 0; i < READ_TRIES; i++) {
		if (step_one(stepper, step))
			return -1;
		interrupts += step->interrupts;
		if (step->reported || !step->interrupts)
			break;
	}
	step->interrupts = interrupts;
	return 0;
}
