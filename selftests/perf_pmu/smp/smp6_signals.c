// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-6: each overflow sends one signal, and PERF_EVENT_IOC_REFRESH(n) stops after n with POLL_HUP.
 * By a real-time signal: SIGIO is not queued, so that its last two may come as one.
 *
 * On the software clock this has hung whole machines: opt-in outside the lab, with a word on
 * stable storage first.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "smp.h"

#include "../lib/intent.h"
#include "../lib/sysctl.h"

#define OVERFLOWS	8

/*
 * The signal is sent by irq_work, which some architectures run in the tick only: two ticks or more
 * between two overflows.
 */
#define TICKS_APART	4

/* As long as they may take, and so long that a further one would have come. */
#define PATIENCE	16
#define AFTER		3

/* struct f_owner_ex and F_SETSIG are the kernel's (fcntl(2)). */
static int aim(int fd, int sig)
{
	struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = syscall(SYS_gettid) };

	if (fcntl(fd, F_SETOWN_EX, &owner) || fcntl(fd, F_SETSIG, sig))
		return -1;
	return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC);
}

struct came {
	unsigned int in, hup, other;	/* signals by their si_code */
	unsigned int after;		/* of them behind the POLL_HUP */
	unsigned int samples;
	unsigned int held_up;		/* so often we were not let run for half a period */
};

/* Those that wait for us. */
static void collect(int fd, const sigset_t *set, struct came *came)
{
	const struct timespec now = { 0 };
	siginfo_t info;

	while (sigtimedwait(set, &info, &now) > 0) {
		came->after += !!came->hup;
		came->other += info.si_fd != fd;
		came->in += info.si_code == POLL_IN;
		came->hup += info.si_code == POLL_HUP;
	}
}

static int refresh(const struct bench *bench, struct sampler *sampler, const sigset_t *set,
		   struct came *came)
{
	const uint64_t tick = NSEC_PER_SEC / bench->run->hz;
	unsigned long slice = load_iterations(load_run, tick / 2);
	uint64_t last, now = now_ns(), end = now + PATIENCE * OVERFLOWS * TICKS_APART * tick;

	if (ioctl(sampler->fd, PERF_EVENT_IOC_REFRESH, OVERFLOWS))
		return -1;
	while (now < end) {
		load_run(slice);
		collect(sampler->fd, set, came);
		came->samples += sampler_poll(sampler);
		last = now;
		now = now_ns();
		came->held_up += now - last > TICKS_APART * tick / 2;
		/* The end: a little longer, in which nothing may come. */
		if (came->hup && end > now + 2 * AFTER * TICKS_APART * tick)
			end = now + AFTER * TICKS_APART * tick;
	}
	return 0;
}

static struct outcome judge(const struct came *came)
{
	evidence("refresh", "%d asked: %u samples, %u POLL_IN, %u POLL_HUP, %u of another file, %u after the POLL_HUP, held up %u times",
		 OVERFLOWS, came->samples, came->in, came->hup, came->other, came->after,
		 came->held_up);
	if (!came->samples)
		return skip(SKIP_NO_INTERRUPT, "no overflow");
	if (came->samples < OVERFLOWS && !came->hup)
		return skip(SKIP_FEW_INTERRUPTS, "%u of %d overflows in time", came->samples,
			    OVERFLOWS);
	if (came->samples != OVERFLOWS)
		return fail("IOC_REFRESH(%d) was followed by %u samples", OVERFLOWS, came->samples);
	/* A CPU that its host does not run has the next overflow before the last one's irq_work. */
	if (came->hup == 1 && came->in < OVERFLOWS - 1 &&
	    came->in + came->held_up >= OVERFLOWS - 1)
		return skip(SKIP_NOISY, "%u signals for %d overflows, but held up %u times",
			    came->in + came->hup, OVERFLOWS, came->held_up);
	if (came->hup != 1 || came->in != OVERFLOWS - 1)
		return fail("%d overflows sent %u POLL_IN and %u POLL_HUP", OVERFLOWS, came->in,
			    came->hup);
	if (came->other || came->after)
		return fail("%u signals are of another file, %u came after the POLL_HUP",
			    came->other, came->after);
	return pass();
}

static struct outcome signals(const struct bench *bench)
{
	const int sig = SIGRTMIN + 1;
	const struct limits limits = { .rate = 4 * bench_rate(bench), .percent = 99 };
	struct outcome outcome = pass();
	struct came came = { 0 };
	struct sampler sampler;
	sigset_t set, before;
	uint64_t period;

	period = bench_period(bench, bench->run->hz / TICKS_APART);
	if (limits_write(&limits))
		return skip(SKIP_SETUP_BROKEN, "rate %u: %s", limits.rate, strerror(errno));
	outcome = bench_open(bench, period, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_BLOCK, &set, &before);
	if (aim(sampler.fd, sig) || refresh(bench, &sampler, &set, &came))
		outcome = skip(SKIP_SETUP_BROKEN, "signals: %s", strerror(errno));
	sampler_close(&sampler);
	/* None may find us without the block. */
	collect(-1, &set, &(struct came){ 0 });
	sigprocmask(SIG_SETMASK, &before, NULL);
	return outcome.verdict == PASS ? judge(&came) : outcome;
}

struct outcome smp6_signals(struct bench *bench)
{
	struct outcome outcome;
	char what[128];

	snprintf(what, sizeof(what), "SMP-6.%s, overflow signals on cpu %d",
		 bench->target->pmu.name, bench->cpu);
	if (intent_lost(what))
		return fail("the machine was lost in it, before it booted anew");
	if (bench->target->clock && !bench_storms(bench))
		return skip(SKIP_OPT_IN, "on the software clock it has hung machines: PMU_STORM=1 runs it");
	intent_begin(what);
	outcome = signals(bench);
	intent_end();
	return outcome;
}
