// SPDX-License-Identifier: GPL-2.0
/* What a ratio of rates is worth on a machine that has other things to do as well. */
#include "acc.h"

#include <math.h>
#include <stdlib.h>

/*
 * The deviation that a normal distribution has for each unit of median absolute deviation
 * (1 / 0.6745). A median of nine is off by 0.42 of it (1.25 / 3): taking it whole is 2.4 times the
 * error of the median, exceeded to one side once in 120 times, and then the median itself has to be
 * that near the limit.
 */
#define MAD_TO_SIGMA	1.4826

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct judgement comparison_judge(struct comparison *comparison)
{
	struct judgement judgement;
	double sigma;
	int i;

	for (i = 0; i < ROUNDS; i++)
		comparison->noise[i] = fabs(comparison->noise[i]);
	qsort(comparison->ratio, ROUNDS, sizeof(double), by_size);
	qsort(comparison->noise, ROUNDS, sizeof(double), by_size);
	judgement.median = comparison->ratio[ROUNDS / 2];
	sigma = MAD_TO_SIGMA * comparison->noise[ROUNDS / 2];
	judgement.low = judgement.median * exp(-sigma);
	judgement.high = judgement.median * exp(sigma);
	return judgement;
}

struct outcome judgement_least(const struct judgement *judgement, double least, const char *what)
{
	if (judgement->low >= least)
		return pass();
	if (judgement->high < least)
		return fail("%s: %.3f of the undisturbed rate (noise: %.3f to %.3f), %.3f is due",
			    what, judgement->median, judgement->low, judgement->high, least);
	return skip(SKIP_NOISY, "%s: %.3f to %.3f of the undisturbed rate, %.3f is due", what,
		    judgement->low, judgement->high, least);
}

struct outcome outcome_of_both(const struct outcome *first, const struct outcome *second)
{
	if (first->verdict == FAIL || second->verdict == PASS)
		return *first;
	return first->verdict == PASS || second->verdict == FAIL ? *second : *first;
}
