// SPDX-License-Identifier: GPL-2.0
#include "deadline.h"

#include "load.h"

/* The longest step between two looks at the deadline, the storm, takes half of this. */
#define NEAR_NS		6000000000ULL

static uint64_t end_ns;

void deadline_start(unsigned int seconds)
{
	end_ns = now_ns() + seconds * 1000000000ULL;
}

uint64_t deadline_left_ns(void)
{
	uint64_t now = now_ns();

	return now < end_ns ? end_ns - now : 0;
}

bool deadline_near(void)
{
	return deadline_left_ns() < NEAR_NS;
}
