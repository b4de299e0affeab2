// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "fake_sysfs.h"
#include "sysfs_format.h"
#include "tap.h"

#define FUZZ_RUNS	20000
#define FUZZ_SEED	0xe7e275eedULL

static struct perf_event_attr attr;
static char err[PMU_ERR_LEN];
static struct pmu cpu, uncore;

static bool parses(const struct pmu *pmu, const char *text)
{
	return !event_parse(root, pmu, text, &attr, err) && attr.size == sizeof(attr);
}

static bool fails(const struct pmu *pmu, const char *text, const char *reason)
{
	bool refused = event_parse(root, pmu, text, &attr, err) == -1;

	return refused && strstr(err, reason) && !strchr(err, '\n') && strlen(err) < PMU_ERR_LEN;
}

/* Everything that the text did not ask for is 0. */
static bool is(uint32_t type, uint64_t config)
{
	struct perf_event_attr expected = { .size = sizeof(expected), .type = type,
					   .config = config };

	return !memcmp(&attr, &expected, sizeof(attr));
}

static void test_terms(void)
{
	ok(parses(NULL, "cpu/event=0x3c,umask=1/") && is(4, 0x13c), "hex and decimal values");
	ok(parses(NULL, "cpu/event=0xf3c/") && is(4, 0xf0000003cULL), "a field in two parts");
	ok(parses(NULL, "cpu/event=1,any/") && is(4, 0x200001), "a term without value is 1");
	ok(parses(NULL, "cpu/event=1,any=0/") && is(4, 1), "and 0 where it says so");
	ok(parses(NULL, "cpu/event=1,edge/") && is(4, 0x40001),
	   "a format goes before an event of its name");
	ok(parses(NULL, "cpu/offcore_rsp=0xffffffffffffffff/") && attr.config1 == UINT64_MAX &&
	   !attr.config,
	   "config1");
	ok(parses(NULL, "cpu/wide=0x12/") && attr.config2 == 0x21, "config2");
#ifdef PERF_ATTR_SIZE_VER8
	ok(parses(NULL, "cpu/third=7/") && attr.config3 == 7, "config3");
#else
	ok(fails(NULL, "cpu/third=7/", "config3"), "config3 of newer headers refused by name");
#endif
	ok(parses(NULL, "cpu/config=0x11,config1=0x22,config2=0x33/") && attr.config == 0x11 &&
	   attr.config1 == 0x22 && attr.config2 == 0x33, "config= terms");
	ok(parses(NULL, "cpu/r1a/") && is(4, 0x1a), "a raw term");
	ok(parses(NULL, "cpu/event=1,period=0x11/") && attr.sample_period == 17 && !attr.freq,
	   "period=");
	ok(parses(NULL, "cpu/event=1,freq=4000/") && attr.sample_freq == 4000 && attr.freq,
	   "freq=");
	ok(parses(NULL, "cpu//") && is(4, 0), "no terms");
	ok(parses(&cpu, "uncore_imc_0/event=2/") && is(23, 2),
	   "the PMU named goes before the one given");
	ok(fails(NULL, "cpu/event=0x1000/", "does not fit its 12 bits"), "value too large: %s",
	   err);
	ok(fails(NULL, "cpu/edge=2/", "1 bit"), "value too large for a bit");
	ok(fails(NULL, "cpu/nonsense=1/", "PMU cpu has no term nonsense; it has") &&
	   strstr(err, " umask"), "unknown term: %s", err);
	ok(fails(NULL, "cpu/umask=x/", "no number") && fails(NULL, "cpu/umask=1x/", "no number") &&
	   fails(NULL, "cpu/umask=-1/", "no number") &&
	   fails(NULL, "cpu/umask=99999999999999999999/",
		 "no number"), "values that are no number");
	ok(fails(NULL, "cpu/umask=/", "form") && fails(NULL, "cpu/=1/", "form") &&
	   fails(NULL, "cpu/umask=1,,edge/", "form"), "terms that are none");
	ok(fails(NULL, "cpu/broken/", "no list of config bits"), "a format that is none: %s", err);
	ok(fails(NULL, "nope/event=1/", "no PMU nope"), "unknown PMU");
	ok(fails(NULL, "cpu/event=1", "no closing slash"), "open end");
	ok(fails(NULL, "cpu/../../x/", "term ..") && fails(NULL, "../cpu/", "no PMU"),
	   "no way out of the folder");
}

static void test_alias(void)
{
	ok(parses(NULL, "cpu/mem-loads/") && attr.config == 0x1cd && attr.config1 == 3,
	   "an event of several terms");
	ok(parses(NULL, "cpu/mem-loads,ldlat=30/") && attr.config1 == 30,
	   "a term after it replaces its own");
	ok(parses(NULL, "cpu/ldlat=30,mem-loads/") && attr.config1 == 30,
	   "and so does one before it");
	ok(parses(NULL, "alias/instructions,profileme,randomize/") && is(9, 0x301),
	   "ProfileMe where events/ has instructions");
	ok(parses(NULL, "alias/instructions,profileme,randomize,period=17/") &&
	   attr.sample_period == 17,
	   "the seed's reproducer");
	ok(fails(NULL, "cpu/asks/", "wants parameters (event=?,umask=0x1)"), "parameters: %s", err);
	ok(fails(NULL, "cpu/odd/", "has no term nonsense"), "an event with an unknown term");
	ok(fails(NULL, "cpu/mem-loads.scale/", "has no term mem-loads.scale"),
	   "a scale is no event");
	ok(parses(&uncore, "cycles") && is(23, 7), "a PMU's own event of a generic name");
	ok(fails(&uncore, "instructions", "no core PMU"), "a generic event on no core PMU: %s",
	   err);
}

static void test_mixed(void)
{
	ok(parses(NULL, "bare/instructions,profileme,randomize/") &&
	   attr.type == PERF_TYPE_HARDWARE &&
	   attr.config == PERF_COUNT_HW_INSTRUCTIONS && attr.config1 == 3,
	   "generic event with terms in config1");
	ok(parses(NULL, "bare/profileme,instructions/") &&
	   attr.config == PERF_COUNT_HW_INSTRUCTIONS &&
	   attr.config1 == 1, "in any order");
	ok(fails(NULL, "bare/instructions,inconfig/", "which no generic event has"),
	   "with terms in config: %s", err);
	ok(fails(NULL, "bare/instructions,upper/", "which no generic event has"),
	   "nor in its upper half, which holds a PMU's type");
	ok(fails(NULL, "bare/instructions,cycles/", "another event before it") &&
	   fails(NULL, "alias/instructions,cache-misses/",
		 "another event before it"), "two events");
	ok(fails(NULL, "bare/cpu-clock/", "software event"), "a software event is not the PMU's");
	ok(parses(NULL, "bare/LLC-load-misses,profileme/") && attr.type == PERF_TYPE_HW_CACHE &&
	   attr.config1 == 1, "a cache event");
}

static void test_generic(void)
{
	struct pmu atom = cpu;

	ok(parses(NULL, "cycles") && is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES) &&
	   parses(&cpu, "cpu-cycles") && is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES) &&
	   parses(&cpu, "instructions") && is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) &&
	   parses(&cpu, "stalled-cycles-backend") &&
	   is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND) &&
	   parses(&cpu, "ref-cycles") && is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES),
	   "hardware events");
	ok(parses(NULL, "cpu-clock") && is(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK) &&
	   parses(&cpu, "task-clock") && is(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK) &&
	   parses(&uncore, "cs") && is(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES),
	   "software events, whatever the PMU");
	ok(parses(NULL, "L1-dcache-load-misses") && is(PERF_TYPE_HW_CACHE, 0x10000) &&
	   parses(NULL, "LLC-stores") && is(PERF_TYPE_HW_CACHE, 0x102) &&
	   parses(NULL, "dTLB-loads") && is(PERF_TYPE_HW_CACHE, 3) &&
	   parses(NULL, "iTLB-load-misses") && is(PERF_TYPE_HW_CACHE, 0x10004) &&
	   parses(NULL, "L1-icache-prefetch-misses") && is(PERF_TYPE_HW_CACHE, 0x10201) &&
	   parses(NULL, "node-speculative-read-misses") && is(PERF_TYPE_HW_CACHE, 0x10206) &&
	   parses(NULL, "branch-loads") && is(PERF_TYPE_HW_CACHE, 5), "cache events");
	ok(parses(NULL, "branch-misses") && is(PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES),
	   "branch-misses is the hardware event");
	ok(fails(NULL, "L1-dcache-", "libpfm4") && fails(NULL, "LLC-loads-loads", "libpfm4") &&
	   fails(NULL, "L1-dcachex", "libpfm4"), "no cache events");
	atom.type = 10;
	atom.extended = true;
	ok(parses(&atom, "instructions") && is(PERF_TYPE_HARDWARE, 10ULL << 32 | 1) &&
	   parses(&atom, "LLC-loads") && is(PERF_TYPE_HW_CACHE, 10ULL << 32 | 2) &&
	   parses(&atom, "cpu-clock") && is(PERF_TYPE_SOFTWARE,
					    0), "extended type on a hybrid machine");
	ok(parses(NULL, "r1a") && is(PERF_TYPE_RAW, 0x1a) && parses(&uncore, "rFF") && is(23,
											  0xff) &&
	   parses(NULL, "rffffffffffffffff") && is(PERF_TYPE_RAW, UINT64_MAX), "raw events");
	ok(parses(&cpu, "mem-loads") && attr.type == 4 && attr.config == 0x1cd,
	   "an event of the PMU's without slashes");
	ok(fails(NULL, "r", "libpfm4") && fails(NULL, "rxyz", "libpfm4") &&
	   fails(NULL, "rfffffffffffffffff", "libpfm4"), "no raw events");
	ok(fails(NULL, "", "without a name"), "nothing");
}

static void test_modifiers(void)
{
	char longest[1000];

	ok(parses(NULL, "cycles:u") && attr.exclude_kernel && attr.exclude_hv && !attr.exclude_user,
	   ":u");
	ok(parses(NULL, "cycles:k") && !attr.exclude_kernel && attr.exclude_hv && attr.exclude_user,
	   ":k");
	ok(parses(NULL, "cycles:uh") && attr.exclude_kernel && !attr.exclude_hv &&
	   !attr.exclude_user, ":uh");
	ok(parses(NULL, "cycles:G") && attr.exclude_host && !attr.exclude_guest &&
	   !attr.exclude_user, ":G");
	ok(parses(NULL, "cycles:H") && !attr.exclude_host && attr.exclude_guest, ":H");
	ok(parses(NULL, "cycles:GH") && !attr.exclude_host && !attr.exclude_guest, ":GH");
	ok(parses(NULL, "cycles:p") && attr.precise_ip == 1 && parses(NULL, "cycles:uppp") &&
	   attr.precise_ip == 3 && attr.exclude_kernel, ":p and :uppp");
	ok(parses(NULL, "cpu/event=1/u") && attr.exclude_kernel && parses(NULL,
									  "cpu/event=1/:pp") &&
	   attr.precise_ip == 2, "behind the slash, with a colon and without");
	ok(parses(NULL, "r1a:u") && attr.exclude_kernel, "raw events too");
	ok(fails(NULL, "cycles:", "modifier") && fails(NULL, "cycles:x", "use u k h G H p") &&
	   fails(NULL, "cycles:pppp", "ppp") && fails(NULL, "cpu/event=1/:",
						      "modifier"), "no modifiers");
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = 0;
	ok(fails(NULL, longest, "longer than"), "a name beyond all bounds");
}

#ifdef HAVE_LIBPFM4
static void test_libpfm(void)
{
	ok(parses(NULL, "PERF_COUNT_HW_CPU_CYCLES") && attr.type == PERF_TYPE_HARDWARE &&
	   !attr.config,
	   "libpfm4: a generic name of its own");
	ok(parses(NULL, "perf::PERF_COUNT_SW_CPU_CLOCK:u") && attr.type == PERF_TYPE_SOFTWARE &&
	   attr.exclude_kernel, "libpfm4: PMU, name and modifier");
	ok(fails(NULL, "NO_SUCH_EVENT", "libpfm4 says"), "libpfm4: %s", err);
}
#else
static void test_libpfm(void)
{
	ok(fails(NULL, "NO_SUCH_EVENT", "built without libpfm4"), "without libpfm4: %s", err);
}
#endif

static void test_fuzz(void)
{
	static const char *const seeds[] = {
		"cpu/event=0x3c,umask=0x1,any/u",
		"alias/instructions,profileme,randomize,period=0x11/",
		"L1-dcache-load-misses:pp", "cpu/mem-loads,ldlat=3/", "r1a:k", "cycles:uk",
		"bare/LLC-loads,profileme/", "cpu/config=1,config1=2,config2=3/",
	};
	static const char *const formats[] = { "config:0-7,32-35", "config2:1,3,5-60",
					      "config1:0-63" };
	static const char odd[] = "=,/:-0169azpu.\n\xff%";
	const size_t nr = sizeof(odd) - 1;
	unsigned long long state = FUZZ_SEED;
	unsigned int run, i, parsed = 0, refused = 0, mute = 0;
	struct sysfs_format format;
	char text[128], *exact;
	__u64 word = 0;

	for (run = 0; run < FUZZ_RUNS; run++) {
		bool is_format = run % 4 == 3;

		snprintf(text, sizeof(text), "%s", is_format ? formats[fuzz_random(&state) % 3] :
			 seeds[fuzz_random(&state) % 8]);
		for (i = fuzz_random(&state) % 4; i; i--)
			text[fuzz_random(&state) % strlen(text)] = odd[fuzz_random(&state) % nr];
		if (run % 3 == 0)
			text[fuzz_random(&state) % strlen(text)] = 0;
		exact = strdup(text);
		if (!exact)
			abort();
		if (is_format) {
			if (sysfs_format_parse(exact, &format))
				sysfs_format_put(&format, fuzz_random(&state), &word);
		} else if (event_parse(root, &cpu, exact, &attr, err)) {
			refused++;
			mute += !*err;
		} else {
			parsed++;
		}
		free(exact);
	}
	ok(parsed && refused && !mute,
	   "%d damaged events: %u parsed, %u refused, each with a reason",
	   FUZZ_RUNS, parsed, refused);
}

int main(void)
{
	int status;

	if (fake_sysfs_make())
		return 1;
	if (pmu_find(root, "cpu", &cpu) || pmu_find(root, "uncore_imc_0", &uncore))
		return 1;
	test_terms();
	test_alias();
	test_mixed();
	test_generic();
	test_modifiers();
	test_libpfm();
	test_fuzz();
	status = done();
	fake_sysfs_remove();
	return status;
}
