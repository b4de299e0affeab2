// SPDX-License-Identifier: GPL-2.0
/* The generator of context switches. */
#include "acc.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/budget.h"
#include "lib/load.h"

/*
 * Long against the switch to the round and out of it; its work is counted by CPU time, so that it
 * need not be many ticks.
 */
#define ROUND_NS	20000000

#define PER_CPU		2

/* Many calls between two looks at the flag, so that the control is the call and nothing else. */
#define CONTROL_CALLS	64

/* All of a small file. Of a larger one the kernel makes all, whatever we take. */
#define READ_SIZE	4096

/* What the threads do in a round. */
struct plan {
	enum pairs_work work;
	int cpus;			/* so many CPUs, the first of the list, do it */
	int readers;			/* so many CPUs behind those read */
	const char *read;		/* this file */
};

struct member {
	pthread_t thread;
	int cpu, place;			/* place: of its CPU in the list */
	bool first;			/* of its CPU's */
	struct round done;
	atomic_ulong yields;		/* of this round so far */
};

static struct {
	struct member *members;
	int nr;
	pthread_mutex_t lock;
	pthread_cond_t begin, end;
	unsigned int round;		/* number of the one that is on */
	struct plan plan;
	int working;
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

static uint64_t do_switch(struct member *member)
{
	uint64_t before = thread_switches(), yields = 0;

	while (!atomic_load_explicit(&pairs.stop, memory_order_relaxed)) {
		sched_yield();
		atomic_store_explicit(&member->yields, ++yields, memory_order_relaxed);
	}
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

static uint64_t do_read(void)
{
	char text[READ_SIZE];
	uint64_t reads = 0;
	int fd = open(pairs.plan.read, O_RDONLY | O_CLOEXEC);

	while (fd >= 0 && !atomic_load_explicit(&pairs.stop, memory_order_relaxed) &&
	       pread(fd, text, sizeof(text), 0) > 0)
		reads++;
	if (fd >= 0)
		close(fd);
	return reads;
}

static bool is_reader(const struct member *member)
{
	return member->place >= pairs.plan.cpus;
}

static void work(struct member *member)
{
	uint64_t before = thread_ns();

	if (is_reader(member))
		member->done.work = do_read();
	else if (pairs.plan.work == PAIRS_SWITCH)
		member->done.work = do_switch(member);
	else
		member->done.work = do_control();
	member->done.cpu_ns = thread_ns() - before;
}

/* The first of a CPU's threads reads, where the CPU has no pair. */
static bool has_work(const struct member *member)
{
	return !is_reader(member) ||
	       (member->first && member->place < pairs.plan.cpus + pairs.plan.readers);
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
		if (!has_work(member))
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
		member->first = pairs.nr % PER_CPU == 0;
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

static void begin(const struct plan *plan)
{
	int i;

	pthread_mutex_lock(&pairs.lock);
	atomic_store(&pairs.stop, false);
	pairs.plan = *plan;
	pairs.working = 0;
	for (i = 0; i < pairs.nr; i++) {
		pairs.working += has_work(&pairs.members[i]);
		atomic_store(&pairs.members[i].yields, 0);
	}
	pairs.round++;
	pthread_cond_broadcast(&pairs.begin);
	pthread_mutex_unlock(&pairs.lock);
}

static struct storm end(void)
{
	struct storm storm = { 0 };
	int i;

	atomic_store(&pairs.stop, true);
	pthread_mutex_lock(&pairs.lock);
	while (pairs.working)
		pthread_cond_wait(&pairs.end, &pairs.lock);
	pthread_mutex_unlock(&pairs.lock);
	for (i = 0; i < pairs.nr; i++) {
		const struct member *member = &pairs.members[i];
		struct round *sum = is_reader(member) ? &storm.readers : &storm.pairs;

		if (!has_work(member))
			continue;
		sum->work += member->done.work;
		sum->cpu_ns += member->done.cpu_ns;
	}
	return storm;
}

static struct storm run(const struct plan *plan)
{
	const struct timespec length = { .tv_nsec = ROUND_NS };

	begin(plan);
	nanosleep(&length, NULL);
	return end();
}

void pairs_begin(enum pairs_work work, int nr)
{
	begin(&(struct plan){ .work = work, .cpus = nr });
}

uint64_t pairs_yields(void)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < pairs.nr; i++)
		sum += atomic_load_explicit(&pairs.members[i].yields, memory_order_relaxed);
	return sum;
}

struct round pairs_end(void)
{
	return end().pairs;
}

struct round pairs_round(enum pairs_work work, int nr)
{
	return run(&(struct plan){ .work = work, .cpus = nr }).pairs;
}

struct storm pairs_storm(const char *file, int readers)
{
	return run(&(struct plan){
		.work = PAIRS_SWITCH, .cpus = 1, .readers = readers, .read = file,
	});
}

struct round pairs_read(const char *file)
{
	const struct plan plan = { .work = PAIRS_SWITCH, .cpus = 1 };
	uint64_t until = now_ns() + ROUND_NS, before = thread_ns();
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	struct round round = { 0 };
	char text[READ_SIZE];

	begin(&plan);
	while (fd >= 0 && now_ns() < until && pread(fd, text, sizeof(text), 0) > 0)
		round.work++;
	round.cpu_ns = thread_ns() - before;
	end();
	if (fd >= 0)
		close(fd);
	return round;
}
