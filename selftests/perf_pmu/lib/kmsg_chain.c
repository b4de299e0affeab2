// SPDX-License-Identifier: GPL-2.0
#include "kmsg_chain.h"

#include <string.h>

#include "budget.h"

/* Every value of CONFIG_HZ in kernel/Kconfig.hz and the arch Kconfig files, 3.10 to 7.2. */
static const unsigned int hz_known[] = {
	24, 32, 48, 64, 100, 128, 200, 250, 256, 300, 500, 512, 1000, 1024, 1200,
};

#define HZ_KNOWN	(sizeof(hz_known) / sizeof(*hz_known))

/* From 4.7 on: the rate follows from the average. */
static bool follows(const struct kmsg_took *took, unsigned int nr, unsigned int hz,
		    unsigned int percent)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (took[i].rate != budget_rate(took[i].avg_ns, hz, percent))
			return false;
	return true;
}

/* The kernels before: max_samples_per_tick = DIV_ROUND_UP(max_samples_per_tick, 2). */
static bool halves(const struct kmsg_took *took, unsigned int nr, unsigned int hz)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!took[i].rate || took[i].rate % hz || took[i].rate > UINT32_MAX)
			return false;
		if (i && took[i].rate != (took[i - 1].rate / hz + 1) / 2 * hz)
			return false;
	}
	return true;
}

bool kmsg_chain_fits(const struct kmsg_took *took, unsigned int nr, unsigned int hz,
		     unsigned int percent, bool halving)
{
	return halving ? halves(took, nr, hz) : follows(took, nr, hz, percent);
}

static void find_hz(const struct kmsg_took *took, unsigned int nr, unsigned int percent,
		    struct kmsg_chain *chain)
{
	unsigned int i;

	chain->fits = 0;
	for (i = 0; i < HZ_KNOWN; i++) {
		if (!kmsg_chain_fits(took, nr, hz_known[i], percent, chain->halving))
			continue;
		chain->hz = hz_known[i];
		chain->fits++;
	}
	if (chain->fits != 1)
		chain->hz = 0;
}

/* The budget that a fall leaves. */
static uint64_t allowed_after(const struct kmsg_took *took, unsigned int percent, bool halving)
{
	struct limits limits = { took->rate, percent };

	if (!halving)
		return took->avg_ns + took->avg_ns / 4;
	return budget_allowed_ns(&limits);
}

unsigned int kmsg_chain(const struct kmsg_took *took, unsigned int nr, unsigned int percent,
			struct kmsg_chain *chain)
{
	unsigned int i;

	memset(chain, 0, sizeof(*chain));
	if (!nr)
		return 0;
	find_hz(took, nr, percent, chain);
	if (!chain->fits) {
		chain->halving = true;
		find_hz(took, nr, percent, chain);
		chain->halving = chain->fits;
	}
	for (i = 1; i < nr; i++)
		if (took[i].allowed_ns != allowed_after(&took[i - 1], percent, chain->halving))
			chain->breaks++;
	return chain->hz;
}
