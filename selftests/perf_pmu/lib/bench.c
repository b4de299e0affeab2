// SPDX-License-Identifier: GPL-2.0
#include "bench.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "deadline.h"
#include "opt_in.h"

/* A disturbance does not come back as often, and leaves the clock alone each time in between. */
#define TRIES		3

/* Short against a tick, long against the grain of any other clock. */
#define LOOK_NS		20000
#define LOOKS		16

/* target_clock()'s name. */
#define CLOCK		"cpu-clock"

bool bench_storms(const struct bench *bench)
{
	return opted_in(OPT_IN_STORM, bench->run->in_lab);
}

unsigned int bench_rate(const struct bench *bench)
{
	return bench->pace.limited ? BENCH_PER_TICK * bench->run->hz : bench->pace.rate;
}

uint64_t bench_period(const struct bench *bench, unsigned int per_second)
{
	const struct pmu_profile *profile = bench->target->profile;
	uint64_t period = (double)bench->pace.period * bench_rate(bench) / per_second;

	if (period < profile->storm_period)
		period = profile->storm_period;
	return profile_period(profile, period);
}

struct perf_event_attr bench_attr(const struct bench *bench)
{
	struct perf_event_attr attr = bench->target->attr;

	attr.sample_type |= PERF_SAMPLE_TID | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |
			    PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ;
	attr.sample_id_all = 1;
	attr.read_format = READING_FORMAT;
	return attr;
}

struct outcome bench_open(const struct bench *bench, uint64_t period, int group_fd,
			  struct sampler *sampler)
{
	struct perf_event_attr attr = bench_attr(bench);

	if (!sampler_open_in(sampler, &attr, bench->cpu, period, group_fd, 0))
		return pass();
	return skip(SKIP_SETUP_BROKEN, "event %s, period %llu: %s", bench->target->profile->event,
		    (unsigned long long)period, strerror(errno));
}

int bench_open_other(const struct bench *bench, int other, uint64_t period, int group_fd)
{
	const struct pmu_profile *profile = bench->target->profile;
	struct perf_event_attr attr = bench->target->attr;
	char err[PMU_ERR_LEN];

	if (other > profile->nr_paths ||
	    (other && event_parse(PMU_SYSFS, &bench->target->pmu, profile->paths[other - 1].event,
				  &attr, err))) {
		errno = ENOENT;
		return -1;
	}
	attr.sample_period = period;
	attr.read_format = READING_FORMAT;
	return event_open(&attr, 0, bench->cpu, group_fd, PERF_FLAG_FD_CLOEXEC);
}

/* Does the time of a running event stand still while the load runs? */
static bool coarse_clock(const struct bench *bench)
{
	unsigned long slice = load_iterations(load_run, LOOK_NS);
	struct reading last, now;
	int fd, i, still = 0;

	/* A sampling one: see count_rate(). */
	fd = bench_open_other(bench, 0, NO_OVERFLOW, -1);
	if (fd < 0)
		return false;
	for (i = 0; i < LOOKS && !reading_of(fd, &last); i++) {
		load_run(slice);
		still += !reading_of(fd, &now) && now.enabled == last.enabled;
	}
	close(fd);
	return still > LOOKS / 2;
}

static struct outcome prepare(struct bench *bench, const struct run *run,
			      const struct target *target)
{
	struct outcome outcome;

	memset(bench, 0, sizeof(*bench));
	bench->run = run;
	bench->target = target;
	outcome = target_usable(target);
	if (outcome.verdict != PASS)
		return outcome;
	if (target->clock && clock_may_hang(run->kernel) && !bench_storms(bench))
		return skip(SKIP_OPT_IN, "the software clock can hang this kernel: PMU_STORM=1 runs it");
	bench->cpu = target->cpus.cpu[0];
	if (topology_pin(bench->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", bench->cpu, strerror(errno));
	outcome = pace_find(target, bench->cpu, BENCH_PER_TICK * run->hz, &bench->pace);
	if (outcome.verdict != PASS)
		return outcome;
	bench->coarse = coarse_clock(bench);
	note("pmu %s: event %s, period %llu, about %u interrupts/s%s", target->pmu.name,
	     target->profile->event, (unsigned long long)bench->pace.period, bench_rate(bench),
	     bench->coarse ? ", times in ticks only" : "");
	return pass();
}

/* The same test of the software clock on the same CPU: what fails there is not the driver's. */
static struct outcome control(const struct bench *bench, const struct bench_step *step)
{
	static struct target clock;
	struct outcome outcome;
	struct bench other;

	target_clock(&clock);
	/* The allowed CPUs of a hybrid machine's PMU are not all: the same one as in the test. */
	clock.cpus.nr = 1;
	clock.cpus.cpu[0] = bench->cpu;
	run_start(&clock, step->requirement);
	outcome = prepare(&other, bench->run, &clock);
	if (outcome.verdict == PASS)
		outcome = step->test(&other);
	if (outcome.verdict != PASS)
		note("control cpu-clock: %s", outcome.text);
	run_start(bench->target, step->requirement);
	return outcome;
}

static struct outcome try_step(struct bench *bench, const struct bench_step *step)
{
	struct outcome outcome, clock;
	int i;

	for (i = 1; ; i++) {
		if (deadline_near())
			return skip(SKIP_OUT_OF_TIME, "earlier tests took too long");
		outcome = step->test(bench);
		if (outcome.verdict != FAIL || i == TRIES)
			return outcome;
		evidence("try", "%d of %d: %s", i, TRIES, outcome.text);
		if (bench->target->clock)
			continue;
		clock = control(bench, step);
		if (clock.verdict == FAIL &&
		    !core_issue(step->requirement, CLOCK, bench->run->kernel))
			return skip(SKIP_NOISY, "the software clock fails too: %s", clock.text);
	}
}

void bench_judge(const struct run *run, const struct target *target,
		 const struct bench_step *steps)
{
	static struct bench bench;
	const struct bench_step *step;
	struct outcome ready, outcome;

	ready = deadline_near() ? skip(SKIP_OUT_OF_TIME, "other PMUs took all of it") :
				  prepare(&bench, run, target);
	for (step = steps; step->requirement; step++) {
		run_start(target, step->requirement);
		outcome = ready.verdict == PASS ? try_step(&bench, step) : ready;
		outcome.host_may |= step->host_may;
		run_result(run, target, step->requirement, &outcome);
	}
}
