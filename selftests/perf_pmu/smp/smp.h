/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_SAMPLING_H
#define PMU_SAMPLING_H

#include "../lib/bench.h"

/* One window with a sampling event: what to do, then what came of it. */
struct sampling {
	struct perf_event_attr attr;	/* bench_attr(), changed as the test wants */
	uint64_t period;		/* events, or samples a second with attr.freq */
	load_fn load;
	uint64_t ns;
	unsigned int rate;		/* samples a second allowed; 0: more than come */
	unsigned int pages;		/* of the ring; 0: enough */
	struct track *track;		/* NULL: nobody keeps the records */
	ring_visit visit;		/* looks at each instead; may be NULL */
	void *visit_arg;
	bool idle_member;		/* the event leads a group with a member that is off */

	struct window window;
	struct reading reading;
	uint64_t id;
};

/* The loading event with period under load_run() for 100 ms, to be changed. */
struct sampling sampling_of(const struct bench *bench, uint64_t period, struct track *track);

/*
 * Run it. PASS, or why it could not: SKIP_NO_INTERRUPT where the event delivered nothing. errno of
 * a refused open in *refused, where that is not NULL; it is PASS then.
 */
struct outcome sampling_run(const struct bench *bench, struct sampling *sampling, int *refused);

/* What samples say in all. No system calls. */
struct sums {
	unsigned int samples;
	uint64_t lost;
	uint64_t periods;	/* of the samples, added up */
	unsigned int user;	/* samples taken in user mode */
	unsigned int in_load;	/* of them with an ip in the load */
	unsigned int kernel;	/* in the kernel or the hypervisor */
};

void sums_of(const struct mark *marks, unsigned int nr, bool (*in_load)(uint64_t ip),
	     struct sums *sums);

/* What is wrong with samples that should all be of one event and task on one CPU. */
struct wrong {
	unsigned int cpu, task, id, period, back;
};

struct identity {
	uint32_t cpu, pid, tid;
	uint64_t id, period;
};

void wrong_of(const struct mark *marks, unsigned int nr, const struct identity *right,
	      struct wrong *wrong);

/*
 * Do so many samples agree with a count, each of them for period events? The ends of a window
 * explain one sample, late interrupts a share of those that are missing.
 */
enum agree { AGREE, TOO_FEW, TOO_MANY };
enum agree samples_agree(uint64_t periods, uint64_t period, uint64_t count,
			 unsigned int few_percent);

struct outcome smp1_count_is_samples(struct bench *bench);
struct outcome smp2_lost_is_told(struct bench *bench);
struct outcome smp3_samples_are_right(struct bench *bench);
struct outcome smp4_freq_converges(struct bench *bench);
struct outcome smp5_exclude_is_obeyed(struct bench *bench);
struct outcome smp6_signals(struct bench *bench);
struct outcome smp7_not_dead(struct bench *bench);
struct outcome smp8_extreme_periods(struct bench *bench);
struct outcome smp9_skid(struct bench *bench);
struct outcome smp10_given_or_refused(struct bench *bench);

#endif
