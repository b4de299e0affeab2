// SPDX-License-Identifier: GPL-2.0
/* Profiles: reading, choosing one, what it says of a PMU. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "profile.h"
#include "tap.h"

#define FUZZ_RUNS	8000
/* What has a meaning in a profile, and what has not. */
#define FUZZ_BYTES	"[]=\n ;#:.*0aZ\t-\xff"

#define FUZZ_SEED	0x9e3779b97f4a7c15ULL

static struct profile profile;
static char why[512];
/* mkdtemp() writes to it. */
static char folder[32] = "/tmp/profilesXXXXXX";

static const char toy[] =
	"[arch]\nname = toy\nmachine = toy toy64\n"
	"[pmu cpu_*]\ndriver = toy.c\ninterrupt = nmi\nsampling = 5.18..\nevent = cycles:pp\n"
	"reports = 6.1..6.12\nmin_period = 16\nstorm_period = 32\nperiod_step = 16\n"
	"exclude = user hv guest\nshare_min = 30\npath.second = instructions\n"
	"[pmu *]\ndriver = rest.c\ninterrupt = none\nsampling = none\n"
	"[issue DUR-1 cpu_*]\nkernels = ..5.19\nwhere = any\nreason = old\nsource = a\n"
	"[issue DUR-1 cpu_*]\nkernels = 6.0..6.0\nwhere = any\nreason = older\nsource = b\n"
	"[issue DUR-1 cpu_*]\nkernels = 6.13..\nwhere = any\nreason = new\nsource = c\n"
	"[issue SMP-1 cpu_small]\nkernels = all\nwhere = qemu\nreason = emulated\nsource = d\n";

static void write_file(const char *name, const void *text, size_t len)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	if (!file || fwrite(text, 1, len, file) != len || fclose(file))
		abort();
}

static void remove_file(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	unlink(path);
}

static int read_text(const void *text, size_t len)
{
	char path[256];

	write_file("toy.ini", text, len);
	snprintf(path, sizeof(path), "%s/toy.ini", folder);
	return profile_read(path, &profile, why, sizeof(why));
}

static void test_values(void)
{
	const struct pmu_profile *pmu;

	ok(!read_text(toy, strlen(toy)), "a profile with everything is read");
	ok(!strcmp(profile.name, "toy") && !strcmp(profile.machines, "toy toy64") &&
	   profile.machine_line == 3 && !profile.platforms[0], "[arch]");
	ok(profile.nr_pmus == 2 && profile.nr_issues == 4, "2 PMUs, 4 issues");
	pmu = profile_pmu(&profile, "cpu_big");
	ok(pmu == &profile.pmus[0] && pmu->known && !strcmp(pmu->driver, "toy.c") &&
	   !strcmp(pmu->event, "cycles:pp") && pmu->interrupt == PMU_NMI, "words of a PMU");
	ok(pmu->sampling.from == 5018 && pmu->sampling.to == ~0u && pmu->reports.from == 6001 &&
	   pmu->reports.to == 6012, "ranges of a PMU");
	ok(pmu->min_period == 16 && pmu->storm_period == 32 && pmu->period_step == 16 &&
	   pmu->share_min == 30, "numbers of a PMU");
	ok(pmu->exclude == (EXCLUDE_USER | EXCLUDE_HV | EXCLUDE_GUEST), "exclude bits");
	ok(pmu->nr_paths == 1 && !strcmp(pmu->paths[0].name, "second") &&
	   !strcmp(pmu->paths[0].event, "instructions"), "a path");
	pmu = profile_pmu(&profile, "uncore");
	ok(pmu == &profile.pmus[1] && pmu->interrupt == PMU_NONE && !pmu->sampling.to,
	   "the first pattern that fits is taken, none samples");
}

static bool reason_is(const char *requirement, const char *pmu, unsigned int kernel, bool on_qemu,
		      const char *reason)
{
	const struct profile_issue *issue = profile_issue(&profile, requirement, pmu, kernel,
							  on_qemu);

	return reason ? issue && !strcmp(issue->reason, reason) : !issue;
}

static void test_issues(void)
{
	read_text(toy, strlen(toy));
	ok(reason_is("DUR-1", "cpu_big", 5018, false, "old"), "issue of an old kernel");
	ok(reason_is("DUR-1", "cpu_big", 5019, false, "old"), "a range includes its end");
	ok(reason_is("DUR-1", "cpu_big", 6000, false, "older"), "6.0 follows 5.19");
	ok(reason_is("DUR-1", "cpu_big", 6001, false, NULL), "a kernel of no range");
	ok(reason_is("DUR-1", "cpu_big", 6012, true, NULL), "nor in QEMU");
	ok(reason_is("DUR-1", "cpu_big", 7002, true, "new"), "where = any is also QEMU");
	ok(reason_is("DUR-2", "cpu_big", 7002, true, NULL), "another requirement");
	ok(reason_is("DUR-1", "gpu", 7002, true, NULL), "another PMU");
	ok(reason_is("SMP-1", "cpu_small", 6012, true, "emulated"), "where = qemu, in QEMU");
	ok(reason_is("SMP-1", "cpu_small", 6012, false, NULL), "where = qemu, elsewhere");
	ok(reason_is("SMP-1", "cpu_big", 6012, true, NULL), "where = qemu, another PMU");
}

static void test_ranges(void)
{
	const struct kernel_range never = { 0 }, some = { 5018, 6001 };

	ok(!kernel_in(&never, 0) && !kernel_in(&never, 6001), "never holds no kernel");
	ok(!kernel_in(&some, 5017) && kernel_in(&some, 5018) && kernel_in(&some, 6001) &&
	   !kernel_in(&some, 6002), "a range holds both ends");
}

static void test_unknown(void)
{
	const struct pmu_profile *pmu;

	memset(&profile, 0, sizeof(profile));
	pmu = profile_pmu(&profile, "weird");
	ok(pmu && !pmu->known, "an unknown PMU has expectations");
	ok(!strcmp(pmu->event, "cycles") && pmu->min_period == 1 && pmu->period_step == 1 &&
	   pmu->storm_period > 10000 && kernel_in(&pmu->sampling, 6001) &&
	   kernel_in(&pmu->reports, 7002) && pmu->share_min > 0, "they are the contract's");
	ok(reason_is("DUR-1", "weird", 6001, true, NULL), "and excuse nothing");
}

static int load(const char *machine, const char *platform)
{
	return profile_load_for(folder, machine, platform, &profile, why, sizeof(why));
}

static void test_load(void)
{
	static const char embedded[] =
		"[arch]\nname = small\nmachine = toy\nplatform = e500 e600\n"
		"[pmu cpu]\ndriver = s.c\ninterrupt = none\nsampling = none\n";
	char expected[512];

	write_file("toy.ini", toy, strlen(toy));
	write_file("embedded.ini", embedded, strlen(embedded));
	write_file("notes.txt", "x", 1);
	write_file(".hidden.ini", "x", 1);
	ok(load("toy", "") == 1 && !strcmp(profile.name, "toy"), "by machine");
	ok(load("toy64", "e500") == 1 && !strcmp(profile.name, "toy"), "by the second machine");
	ok(load("toy", "e600") == 1 && !strcmp(profile.name, "small"), "by platform");
	ok(load("toy", "e5") == 1 && !strcmp(profile.name, "toy"), "not by part of a platform");
	snprintf(expected, sizeof(expected), "no profile in %s is for machine to", folder);
	ok(!load("to", "") && !strcmp(why, expected) && !profile.name[0],
	   "not by part of a machine");
	ok(!load("", ""), "not by no machine");
	write_file("zwin.ini", toy, strlen(toy));
	snprintf(expected, sizeof(expected), "%s/zwin.ini:3: machine toy64 is also in %s/toy.ini",
		 folder, folder);
	ok(load("toy64", "") == -1 && !strcmp(why, expected), "two files for one machine");
	write_file("zwin.ini", "oops\n", 5);
	snprintf(expected, sizeof(expected),
		 "%s/zwin.ini:1: neither [section], 'key = value' nor # comment", folder);
	ok(load("toy64", "") == -1 && !strcmp(why, expected) && !profile.nr_pmus,
	   "a bad file stops also the machine that it is not for");
	remove_file("zwin.ini");
	remove_file("embedded.ini");
	remove_file("notes.txt");
	remove_file(".hidden.ini");
	ok(!profile_load("/no/such/folder", "toy", &profile, why, sizeof(why)) &&
	   !strcmp(why, "/no/such/folder: no such folder"), "no folder");
	ok(profile_load("/dev/null", "toy", &profile, why, sizeof(why)) == -1 &&
	   !strcmp(why, "/dev/null: Not a directory"), "no directory");
	ok(profile_read("/no/such.ini", &profile, why, sizeof(why)) == -1 &&
	   !strcmp(why, "/no/such.ini: No such file or directory"), "no file");
	ok(profile_read("/tmp", &profile, why, sizeof(why)) == -1 &&
	   !strcmp(why, "/tmp:1: cannot be read: Is a directory"), "a folder is no profile");
	ok(profile_read("/no/such.ini", &profile, why, 6) == -1 && !strcmp(why, "/no/s"),
	   "a reason that does not fit is cut");
}

/* Random bytes, and the toy with some bytes changed: whatever comes, no crash, one line. */
static void test_fuzz(void)
{
	unsigned long long state = FUZZ_SEED;
	int run, fd, ret, wrong = 0, good = 0;
	char text[sizeof(toy)], path[64];
	size_t len, i;

	fd = memfd_create("profile", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (run = 0; run < FUZZ_RUNS; run++) {
		len = run % 2 ? sizeof(text) - 1 : fuzz_random(&state) % sizeof(text);
		memcpy(text, toy, sizeof(text));
		if (run % 4)
			for (i = fuzz_random(&state) % 8 + 1; i; i--)
				text[fuzz_random(&state) % sizeof(text)] =
					FUZZ_BYTES[fuzz_random(&state) % strlen(FUZZ_BYTES)];
		else
			for (i = 0; i < len; i++)
				text[i] = fuzz_random(&state);
		if (ftruncate(fd, 0) || pwrite(fd, text, len, 0) != (ssize_t)len)
			abort();
		ret = profile_read(path, &profile, why, sizeof(why));
		good += !ret;
		wrong += ret && (ret != -1 || strncmp(why, path, strlen(path)) ||
				 strchr(why, '\n'));
	}
	close(fd);
	ok(!wrong && good && good < FUZZ_RUNS, "%d random profiles, %d good, %d wrong answers",
	   FUZZ_RUNS, good, wrong);
}

static void test_everything(void)
{
	if (!mkdtemp(folder))
		abort();
	test_values();
	test_issues();
	test_load();
	test_fuzz();
	remove_file("toy.ini");
	rmdir(folder);
}

static void test_without_libinih(void)
{
	ok(!profile_load("/tmp", "toy", &profile, why, sizeof(why)) &&
	   !strcmp(why, "built without libinih, so /tmp is not read"), "load: %s", why);
	ok(profile_read("/dev/null", &profile, why, sizeof(why)) == -1 &&
	   !strcmp(why, "/dev/null:1: not read: built without libinih"), "read: %s", why);
}

#ifdef HAVE_LIBINIH
static const bool libinih = true;
#else
static const bool libinih;
#endif

int main(void)
{
	test_ranges();
	test_unknown();
	if (libinih)
		test_everything();
	else
		test_without_libinih();
	return done();
}
