// SPDX-License-Identifier: GPL-2.0
/*
 * lab - run the test collection in QEMU guests and keep what they say.
 *
 * Progress goes to stderr, the folder of each run to stdout. Exit: 0 all guests were run (whatever
 * their results: report judges), 2 with one line on stderr where one could not be.
 */
#include "lab.h"

#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Longer than any test may be silent (45 s, kselftest's limit), on a host with other work. */
#define SILENCE_S 90
#define DEADLINE_S 300

const char *const ending_names[] = {
	[NOT_ENDED] = "running",
	[DONE] = "done",
	[HANG] = "hang",
	[PANIC] = "panic",
	[SILENT] = "silent",
	[NO_RUN] = "could not run",
};

static const char usage[] =
	"usage: lab [--icount] [--shift=N] [--smp=N] [--jobs=N] [--tests=NAME,...] [--kernel=IMAGE]\n"
	"           [--append=TEXT] [--bios=FILE] [--reference] [--fault=NAME] [--silence=S]\n"
	"           [--deadline=S] [--results=DIR] [--guests=DIR] [--cache=DIR] [--arch-dir=DIR]\n"
	"           ARCH[:KERNEL]...\n";

void complain(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "lab: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n");
}

static int option_number(const char *name, const char *text, int min, int max)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (!*text || *end || value < min || value > max) {
		complain("%s=%s: a number from %d to %d is needed", name, text, min, max);
		exit(EXIT_NO_RUN);
	}
	return value;
}

/* An empty variable is as good as none: so it is for the scripts. */
static const char *setting(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static const char *default_cache(void)
{
	static char path[PATH_LEN];

	if (setting("PMU_CACHE"))
		return setting("PMU_CACHE");
	if (setting("XDG_CACHE_HOME"))
		path_set(path, "%s/perf-pmu", setting("XDG_CACHE_HOME"));
	else
		path_set(path, "%s/.cache/perf-pmu", setting("HOME") ? setting("HOME") : "");
	return path;
}

static void set_option(struct options *opt, const char *name, const char *value)
{
	if (!strcmp(name, "icount"))
		opt->icount = true;
	else if (!strcmp(name, "shift"))
		opt->shift = option_number("shift", value, 0, 10);
	else if (!strcmp(name, "smp"))
		opt->smp = option_number("smp", value, 1, 64);
	else if (!strcmp(name, "jobs"))
		opt->jobs = option_number("jobs", value, 1, MAX_GUESTS);
	else if (!strcmp(name, "silence"))
		opt->silence_s = option_number("silence", value, 1, 86400);
	else if (!strcmp(name, "deadline"))
		opt->deadline_s = option_number("deadline", value, 1, 86400);
	else if (!strcmp(name, "tests"))
		opt->tests = *value ? value : NULL;
	else if (!strcmp(name, "kernel"))
		opt->kernel = *value ? value : NULL;
	else if (!strcmp(name, "append"))
		opt->append = *value ? value : NULL;
	else if (!strcmp(name, "bios"))
		opt->bios = *value ? value : NULL;
	else if (!strcmp(name, "reference"))
		opt->reference = true;
	else if (!strcmp(name, "fault"))
		opt->fault = *value ? value : NULL;
	else if (!strcmp(name, "results"))
		opt->results = value;
	else if (!strcmp(name, "guests"))
		opt->guests = value;
	else if (!strcmp(name, "cache"))
		opt->cache = value;
	else if (!strcmp(name, "arch-dir"))
		opt->arch_dir = value;
}

static void parse(struct options *opt, int argc, char **argv)
{
	static const struct option names[] = {
		{ "icount", no_argument, NULL, 0 },
		{ "shift", required_argument, NULL, 0 },
		{ "smp", required_argument, NULL, 0 },
		{ "jobs", required_argument, NULL, 0 },
		{ "silence", required_argument, NULL, 0 },
		{ "deadline", required_argument, NULL, 0 },
		{ "tests", required_argument, NULL, 0 },
		{ "kernel", required_argument, NULL, 0 },
		{ "append", required_argument, NULL, 0 },
		{ "bios", required_argument, NULL, 0 },
		{ "reference", no_argument, NULL, 0 },
		{ "fault", required_argument, NULL, 0 },
		{ "results", required_argument, NULL, 0 },
		{ "guests", required_argument, NULL, 0 },
		{ "cache", required_argument, NULL, 0 },
		{ "arch-dir", required_argument, NULL, 0 },
		{ NULL, 0, NULL, 0 },
	};
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int c, i;

	while ((c = getopt_long(argc, argv, "", names, &i)) == 0)
		set_option(opt, names[i].name, optarg);
	if (c != -1 || optind == argc || argc - optind > MAX_GUESTS) {
		fputs(usage, stderr);
		exit(EXIT_NO_RUN);
	}
	for (i = optind; i < argc; i++)
		opt->archs[opt->nr_archs++] = argv[i];
	i = opt->smp ? opt->smp : SMP;
	/*
	 * A free-running guest whose CPUs wait for each other's time slices measures the host; a
	 * repeatable one runs its CPUs in one thread.
	 */
	if (!opt->jobs && opt->icount)
		opt->jobs = cpus;
	else if (!opt->jobs)
		opt->jobs = cpus > i ? cpus / i : 1;
	if (opt->shift >= 0 && !opt->icount) {
		complain("shift=%d: only a repeatable run (ICOUNT=1) has a shift", opt->shift);
		exit(EXIT_NO_RUN);
	}
}

int main(int argc, char **argv)
{
	struct options opt = {
		.arch_dir = "runners/qemu/arch",
		.guests = "build/guest",
		.results = "results/runs",
		.cache = default_cache(),
		.shift = -1,
		.silence_s = SILENCE_S,
		.deadline_s = DEADLINE_S,
	};
	struct guest *guests;
	bool ok = true;
	int i;

	parse(&opt, argc, argv);
	signal(SIGPIPE, SIG_IGN);
	guests = calloc(opt.nr_archs, sizeof(*guests));
	if (!guests)
		abort();
	for (i = 0; ok && i < opt.nr_archs; i++)
		ok = guest_prepare(&guests[i], &opt, opt.archs[i]);
	ok = ok && results_ready(opt.results) && watch(guests, opt.nr_archs, &opt, run_write);
	for (i = 0; i < opt.nr_archs; i++)
		guest_free(&guests[i]);
	free(guests);
	return ok ? 0 : EXIT_NO_RUN;
}
