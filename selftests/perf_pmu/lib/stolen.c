// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include <stdlib.h>
#include <string.h>

/* Enough for a median that a third of bad values cannot move. */
#define SLICES		1024

/* A quarter of the values is below the low one. */
#define QUARTILE	4

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static uint64_t median(uint64_t *values, unsigned int n)
{
	qsort(values, n, sizeof(*values), by_value);
	return n ? values[n / 2] : 0;
}

int stolen_measure(struct stepper *stepper, const struct limits *limits, unsigned int interrupts,
		   uint64_t max_ns, struct stolen *stolen)
{
	static uint64_t with[SLICES], without[SLICES];
	unsigned int nr_with = 0, nr_without = 0, delivered;
	uint64_t took, base, hit, passed = 0;

	memset(stolen, 0, sizeof(*stolen));
	if (interrupts > SLICES)
		interrupts = SLICES;
	if (step_begin(stepper, limits))
		return -1;
	while (nr_with < interrupts && passed < max_ns) {
		delivered = step_look(stepper, &took);
		passed += took;
		if (delivered == 1)
			with[nr_with++] = took;
		else if (!delivered)
			without[nr_without++ % SLICES] = took;
	}
	step_end(stepper);
	if (nr_without > SLICES)
		nr_without = SLICES;
	base = median(without, nr_without);
	hit = median(with, nr_with);
	stolen->base_ns = base;
	stolen->ns = base && hit > base ? hit - base : 0;
	/* Both are sorted now. */
	base = nr_without ? without[nr_without / QUARTILE] : 0;
	hit = nr_with ? with[nr_with / QUARTILE] : 0;
	stolen->low_ns = base && hit > base ? hit - base : 0;
	stolen->interrupts = nr_with;
	return 0;
}
