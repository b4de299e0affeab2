// SPDX-License-Identifier: GPL-2.0
/* The generator of context switches. */
#include "acc.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/budget.h"

/* Ten ticks at HZ 250: long against the switch to the round and out of it. */
#define ROUND_NS	40000000

#define PER_CPU		2

/* Many calls between two looks at the flag, so that the control is the call and nothing else. */
#define CONTROL_CALLS	64

struct member {
	pthread_t thread;
	int cpu, place;			/* place: of its CPU in the list */
	struct round done;
};

static struct {
	struct member *members;
	int nr;
	pthread_mutex_t lock;
	pthread_cond_t begin, end;
	unsigned int round;		/* number of the one that is on */
	int cpus, working;
	enum pairs_work work;
	bool quit;
	atomic_bool stop;
} pairs = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.begin = PTHREAD_COND_INITIALIZER,
	.end = PTHREAD_COND_INITIALIZER,
};

static uint64_t thread_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

/* A yield is an involuntary switch. */
static uint64_t thread_switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

static uint64_t do_switch(void)
{
	uint64_t before = thread_switches();

	while (!atomic_load_explicit(&pairs.stop, memory_order_relaxed))
		sched_yield();
	return thread_switches() - before;
}

static uint64_t do_control(void)
{
	uint64_t calls = 0;
	int i;

	while (!atomic_load_explicit(&pairs.stop, memory_order_relaxed)) {
		for (i = 0; i < CONTROL_CALLS; i++)
			syscall(SYS_getppid);
		calls += CONTROL_CALLS;
	}
	return calls;
}

static void work(struct member *member)
{
	uint64_t before = thread_ns();

	member->done.work = pairs.work == PAIRS_SWITCH ? do_switch() : do_control();
	member->done.cpu_ns = thread_ns() - before;
}

static void *live(void *arg)
{
	struct member *member = arg;
	unsigned int round = 0;

	topology_pin(member->cpu);
	pthread_mutex_lock(&pairs.lock);
	for (;;) {
		while (pairs.round == round && !pairs.quit)
			pthread_cond_wait(&pairs.begin, &pairs.lock);
		if (pairs.quit)
			break;
		round = pairs.round;
		if (member->place >= pairs.cpus)
			continue;
		pthread_mutex_unlock(&pairs.lock);
		work(member);
		pthread_mutex_lock(&pairs.lock);
		if (!--pairs.working)
			pthread_cond_signal(&pairs.end);
	}
	pthread_mutex_unlock(&pairs.lock);
	return NULL;
}

int pairs_start(const struct cpu_list *cpus)
{
	int err;

	pairs.members = calloc((size_t)cpus->nr * PER_CPU, sizeof(*pairs.members));
	if (!pairs.members)
		return -1;
	pairs.quit = false;
	pairs.round = 0;
	for (pairs.nr = 0; pairs.nr < cpus->nr * PER_CPU; pairs.nr++) {
		struct member *member = &pairs.members[pairs.nr];

		member->place = pairs.nr / PER_CPU;
		member->cpu = cpus->cpu[member->place];
		err = pthread_create(&member->thread, NULL, live, member);
		if (err) {
			pairs_stop();
			errno = err;
			return -1;
		}
	}
	return 0;
}

void pairs_stop(void)
{
	pthread_mutex_lock(&pairs.lock);
	pairs.quit = true;
	pthread_cond_broadcast(&pairs.begin);
	pthread_mutex_unlock(&pairs.lock);
	while (pairs.nr)
		pthread_join(pairs.members[--pairs.nr].thread, NULL);
	free(pairs.members);
	pairs.members = NULL;
}

struct round pairs_round(enum pairs_work work, int nr)
{
	const struct timespec length = { .tv_nsec = ROUND_NS };
	struct round sum = { 0 };
	int i;

	pthread_mutex_lock(&pairs.lock);
	atomic_store(&pairs.stop, false);
	pairs.work = work;
	pairs.cpus = nr;
	pairs.working = nr * PER_CPU;
	pairs.round++;
	pthread_cond_broadcast(&pairs.begin);
	pthread_mutex_unlock(&pairs.lock);
	nanosleep(&length, NULL);
	atomic_store(&pairs.stop, true);
	pthread_mutex_lock(&pairs.lock);
	while (pairs.working)
		pthread_cond_wait(&pairs.end, &pairs.lock);
	pthread_mutex_unlock(&pairs.lock);
	for (i = 0; i < nr * PER_CPU; i++) {
		sum.work += pairs.members[i].done.work;
		sum.cpu_ns += pairs.members[i].done.cpu_ns;
	}
	return sum;
}

double round_rate(const struct round *round)
{
	return round->cpu_ns ? (double)round->work * NSEC_PER_SEC / round->cpu_ns : 0;
}
