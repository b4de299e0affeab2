// SPDX-License-Identifier: GPL-2.0
/* The judge of family ACC's ratios. */
#include <math.h>

#include "cpuacct/acc/acc.h"
#include "tap.h"

/* result.c's, without its text. */
struct outcome pass(void)
{
	return (struct outcome){ .verdict = PASS };
}

struct outcome fail(const char *fmt, ...)
{
	return (struct outcome){ .verdict = *fmt ? FAIL : PASS };
}

struct outcome skip(enum skip reason, const char *fmt, ...)
{
	return (struct outcome){ .verdict = *fmt ? SKIP : PASS, .skip = reason };
}

#define LEAST	0.5

static enum verdict judge(double ratio, double spread)
{
	struct comparison comparison;
	struct judgement judgement;
	int i;

	/* Half of the rounds to each side of ratio, the noise as wide. */
	for (i = 0; i < ROUNDS; i++) {
		comparison.ratio[i] = ratio * exp(spread * (i - ROUNDS / 2) / (ROUNDS / 2));
		comparison.noise[i] = spread * (i % 2 ? -1 : 1);
	}
	judgement = comparison_judge(&comparison);
	return judgement_least(&judgement, LEAST, "a group").verdict;
}

static enum verdict both(enum verdict first, enum verdict second)
{
	struct outcome a = { .verdict = first }, b = { .verdict = second };

	return outcome_of_both(&a, &b).verdict;
}

int main(void)
{
	ok(judge(1.00, 0.02) == PASS, "no difference on a quiet machine");
	ok(judge(1.00, 0.40) == PASS, "nor on a busy one");
	ok(judge(0.86, 0.02) == PASS, "the least of a healthy kernel's medians");
	ok(judge(1.00, 0.60) == SKIP, "too noisy to acquit");
	ok(judge(0.40, 0.60) == SKIP, "too noisy to convict");
	ok(judge(0.45, 0.05) == FAIL, "less than half");
	ok(judge(0.04, 0.60) == FAIL, "the seed's fault, on whatever machine");
	ok(judge(0.51, 0.05) == SKIP && judge(0.49, 0.05) == SKIP, "too near to tell");
	ok(both(PASS, PASS) == PASS && both(PASS, SKIP) == SKIP && both(SKIP, PASS) == SKIP,
	   "what was skipped in part has not passed");
	ok(both(FAIL, SKIP) == FAIL && both(SKIP, FAIL) == FAIL && both(PASS, FAIL) == FAIL,
	   "one failure is one");
	return done();
}
