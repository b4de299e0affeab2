// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-10: registers and branches that are asked for are given, or the open is refused. In user mode
 * the registers of the interrupt are the program's: one says that it was in the load, another one
 * holds the mark that the load keeps there.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "smp.h"

/* Fewer samples say nothing. */
#define ENOUGH		16

/* A half convicts: in the others the interrupt may have come behind the border of user mode. */
#define MOST		2

/* The ips of so many user samples lie in the load, see SMP-3. */
#define LOAD_PART	4

/* What the samples of user mode say of one set of registers. */
struct registers {
	unsigned int samples;
	unsigned int without;	/* of them without registers */
	unsigned int in_load;	/* with an address in the load */
	unsigned int marked;	/* of these, with the load's mark */
};

struct given {
	struct registers user, intr;
	unsigned int samples;	/* of any mode */
	unsigned int branched;	/* of them with a branch */
};

static void add_registers(struct registers *regs, const struct ring_span *span)
{
	bool in_load = false, marked = false;
	uint64_t value;
	size_t at;

	regs->samples++;
	regs->without += !span->bytes;
	for (at = 0; at + sizeof(value) <= span->bytes; at += sizeof(value)) {
		memcpy(&value, (const char *)span->data + at, sizeof(value));
		in_load |= load_contains(value);
		marked |= value == LOAD_MARK;
	}
	regs->in_load += in_load;
	regs->marked += in_load && marked;
}

static void look(const struct ring_record *rec, void *arg)
{
	struct given *given = arg;

	if (rec->type != PERF_RECORD_SAMPLE)
		return;
	given->samples++;
	given->branched += rec->branches.bytes > 0;
	if ((rec->misc & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER)
		return;
	add_registers(&given->user, &rec->regs_user);
	add_registers(&given->intr, &rec->regs_intr);
}

static bool is_taken(const struct bench *bench, struct perf_event_attr attr)
{
	int fd;

	attr.sample_period = NO_OVERFLOW;
	attr.disabled = 1;
	fd = event_open(&attr, 0, bench->cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/* User mode alone where the driver can; else its samples are looked at among all. */
static struct sampling user_samples(const struct bench *bench, struct given *given)
{
	struct sampling sampling = sampling_of(bench, bench->pace.period, NULL);

	sampling.attr.exclude_kernel = 1;
	sampling.attr.exclude_kernel = is_taken(bench, sampling.attr);
	sampling.visit = look;
	sampling.visit_arg = given;
	return sampling;
}

/*
 * The registers that are taken (perf_reg_validate(), the driver), each asked for alone, since their
 * numbers are the architecture's: 0 where none is.
 */
static uint64_t registers_taken(const struct bench *bench, struct perf_event_attr attr,
				uint64_t type)
{
	uint64_t taken = 0;
	int bit;

	attr.sample_type |= type;
	for (bit = 0; bit < 64; bit++) {
		attr.sample_regs_user = type == PERF_SAMPLE_REGS_USER ? 1ULL << bit : 0;
		attr.sample_regs_intr = type == PERF_SAMPLE_REGS_INTR ? 1ULL << bit : 0;
		if (is_taken(bench, attr))
			taken |= 1ULL << bit;
	}
	return taken;
}

static struct outcome judge(const struct registers *regs, uint64_t mask, const char *what)
{
	struct outcome outcome;

	if (!mask) {
		evidence(what, "each is refused");
		return pass();
	}
	evidence(what, "mask 0x%llx, of %u user samples %u without, %u in the load, %u of them with its mark",
		 (unsigned long long)mask, regs->samples, regs->without, regs->in_load,
		 regs->marked);
	if (regs->samples < ENOUGH)
		return pass();
	if (regs->without * MOST > regs->samples)
		return fail("%s: the open took them, %u of %u samples are without", what,
			    regs->without, regs->samples);
	if (regs->marked * MOST < regs->in_load)
		return fail("%s: noise, only %u of %u samples in the load hold what it had in them",
			    what, regs->marked, regs->in_load);
	if (regs->in_load * LOAD_PART >= regs->samples)
		return pass();
	outcome = fail("%s: only %u of %u samples show where the program was", what,
		       regs->in_load, regs->samples);
	outcome.host_may = true;
	return outcome;
}

static struct outcome registers_are_given(struct bench *bench)
{
	struct given given = { 0 };
	struct sampling sampling = user_samples(bench, &given);
	struct perf_event_attr *attr = &sampling.attr;
	const uint64_t user = registers_taken(bench, *attr, PERF_SAMPLE_REGS_USER);
	const uint64_t intr = registers_taken(bench, *attr, PERF_SAMPLE_REGS_INTR);
	struct outcome outcome;

	attr->sample_type |= (user ? PERF_SAMPLE_REGS_USER : 0) |
			     (intr ? PERF_SAMPLE_REGS_INTR : 0);
	attr->sample_regs_user = user;
	attr->sample_regs_intr = intr;
	outcome = sampling_run(bench, &sampling, NULL);
	if (outcome.verdict != PASS)
		return outcome;
	outcome = judge(&given.user, user, "user registers");
	if (outcome.verdict == PASS)
		outcome = judge(&given.intr, intr, "interrupted registers");
	return outcome;
}

static struct outcome branches_are_given(struct bench *bench)
{
	struct given given = { 0 };
	struct sampling sampling = user_samples(bench, &given);
	struct outcome outcome;
	int refused;

	sampling.attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	sampling.attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	outcome = sampling_run(bench, &sampling, &refused);
	if (refused) {
		evidence("branches", "refused: %s", strerror(refused));
		return pass();
	}
	if (outcome.verdict != PASS)
		return outcome;
	evidence("branches", "in %u of %u samples", given.branched, given.samples);
	if (given.samples < ENOUGH || given.branched)
		return pass();
	outcome = fail("a branch stack is taken at open, and none of %u samples has a branch",
		       given.samples);
	/* has_branch_stack() is for each driver to refuse; the oldest ones know nothing of it. */
	outcome.should = true;
	return outcome;
}

struct outcome smp10_given_or_refused(struct bench *bench)
{
	struct outcome outcome = registers_are_given(bench);

	return outcome.verdict == PASS ? branches_are_given(bench) : outcome;
}
