// SPDX-License-Identifier: GPL-2.0
/* Run guests, some at once, until the last has ended or the user has had enough. */
#include "lab.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often the guests' outputs are looked at. */
#define LOOK_MS 100

/* After its end mark a guest only has to power off. */
#define OFF_S 10

double seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - then->tv_sec + (now.tv_nsec - then->tv_nsec) / 1e9;
}

static bool live;	/* the terminal shows a status line that is rewritten */

static void wipe(void)
{
	if (live)
		fprintf(stderr, "\r\033[K");
}

static void say_phase(const struct guest *guest)
{
	wipe();
	switch (guest->phase) {
	case BOOTING:
		fprintf(stderr, "lab: %s: booting %s\n", guest->name, guest->tests.nr == 1 ?
			guest->tests.at[0] : "");
		break;
	case RUNNING:
		fprintf(stderr, "lab: %s: %s, up after %.1f s, running %s\n", guest->name,
			guest->release, guest->boot_s, guest->running);
		break;
	case FINISHED:
		if (guest->ending == DONE)
			fprintf(stderr, "lab: %s: done after %.1f s, %d results\n", guest->name,
				guest->wall_s, guest->nr_results);
		else
			fprintf(stderr, "lab: %s: %s after %.1f s: %s\n", guest->name,
				ending_names[guest->ending], guest->wall_s, guest->reason);
		break;
	case WAITING:
		break;
	}
}

static void say_status(const struct guest *guests, int nr)
{
	int i;

	if (!live)
		return;
	wipe();
	for (i = 0; i < nr; i++)
		if (guests[i].pid)
			fprintf(stderr, "%s: %s, %d results, %.0f s  ", guests[i].name,
				guests[i].phase == BOOTING ? "booting" : guests[i].running,
				guests[i].nr_results, seconds_since(&guests[i].start));
	fflush(stderr);
}

static void stop(struct guest *guest, enum ending ending, const char *what, int seconds)
{
	guest->ending = ending;
	snprintf(guest->reason, sizeof(guest->reason), "%s for %d s %s%s, stopped", what, seconds,
		 guest->running[0] ? "in " : "before any test", guest->running);
	kill(guest->pid, SIGKILL);
}

/* Has the guest written since the last look? Is it time to stop it? */
static void look(struct guest *guest, const struct options *opt)
{
	struct stat console, results;

	if (fstat(guest->console, &console) || fstat(guest->results, &results))
		return;
	if ((size_t)console.st_size != guest->console_size ||
	    (size_t)results.st_size != guest->results_size) {
		guest->console_size = console.st_size;
		guest->results_size = results.st_size;
		clock_gettime(CLOCK_MONOTONIC, &guest->last);
		if (frames_scan(guest))
			say_phase(guest);
	}
	if (guest->ending != NOT_ENDED)
		return;
	if (guest->marked) {
		if (seconds_since(&guest->last) > OFF_S) {
			guest->ending = DONE;
			kill(guest->pid, SIGKILL);
		}
	} else if (seconds_since(&guest->last) > opt->silence_s) {
		if (guest->console_size || guest->results_size)
			stop(guest, HANG, "no output", opt->silence_s);
		else
			stop(guest, SILENT, "not a word", opt->silence_s);
	} else if (seconds_since(&guest->start) > opt->deadline_s) {
		stop(guest, HANG, "ran", opt->deadline_s);
	}
}

static int open_signals(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int running(const struct guest *guests, int nr)
{
	int i, n = 0;

	for (i = 0; i < nr; i++)
		n += guests[i].pid > 0;
	return n;
}

static void stop_all(struct guest *guests, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		if (guests[i].pid > 0) {
			kill(guests[i].pid, SIGKILL);
			waitpid(guests[i].pid, NULL, 0);
		}
	}
	wipe();
}

/* Take in the guests that have ended. Return: false where one's results could not be kept. */
static bool reap(struct guest *guests, int nr, const struct options *opt,
		 bool (*ended)(struct guest *guest, const struct options *opt))
{
	bool ok = true;
	int i, status;

	for (i = 0; i < nr; i++) {
		if (guests[i].pid <= 0 || waitpid(guests[i].pid, &status, WNOHANG) != guests[i].pid)
			continue;
		frames_scan(&guests[i]);
		guest_ended(&guests[i], status);
		say_phase(&guests[i]);
		ok &= ended(&guests[i], opt);
	}
	return ok;
}

/**
 * watch() - run the guests, opt->jobs at once
 * @ended: called for each that has ended
 *
 * Return: false where a guest could not be run or kept, or the user ended it all.
 */
bool watch(struct guest *guests, int nr, const struct options *opt,
	   bool (*ended)(struct guest *guest, const struct options *opt))
{
	struct pollfd signals = { .fd = open_signals(), .events = POLLIN };
	struct signalfd_siginfo info;
	bool ok = true;
	int i, next = 0;

	live = isatty(STDERR_FILENO);
	while (next < nr || running(guests, nr)) {
		for (; next < nr && running(guests, nr) < opt->jobs; next++) {
			if (!guest_start(&guests[next], opt)) {
				stop_all(guests, nr);
				return false;
			}
			say_phase(&guests[next]);
		}
		poll(&signals, 1, LOOK_MS);
		while (read(signals.fd, &info, sizeof(info)) == sizeof(info)) {
			if (info.ssi_signo == SIGCHLD)
				continue;
			stop_all(guests, nr);
			complain("interrupted (%s): guests stopped, their runs are not kept",
				 strsignal(info.ssi_signo));
			return false;
		}
		ok &= reap(guests, nr, opt, ended);
		for (i = 0; i < nr; i++)
			if (guests[i].pid > 0)
				look(&guests[i], opt);
		say_status(guests, nr);
	}
	wipe();
	return ok;
}
