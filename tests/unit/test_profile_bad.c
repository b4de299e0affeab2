// SPDX-License-Identifier: GPL-2.0
/* Every fault of a profile is refused with its file, line and reason. */
#include <string.h>
#include <unistd.h>

#include "profile.h"
#include "tap.h"

#define FOLDER	"tests/profiles/bad/"

#define KINDS \
	"[arch], [pmu PATTERN], [issue REQUIREMENT PATTERN] or [case NAME PATTERN]"

/* How long a line may be is libinih's line buffer less two: 200 bytes as distributions build it. */
static const struct {
	const char *name;
	int line;
	const char *reason;
} bad[] = {
	{ "bad-pattern", 5, "bad pattern 'cpu/x': letters, digits, _ - . : * ?" },
	{ "binary", 3, "byte 0x7f is not plain text" },
	{ "case-name", 15, "bad name 'two.dots': letters, digits and -" },
	{ "case-skids-two", 15, "skids compares one event, not two at once" },
	{ "case-twice", 18, "second case 'control', the first is on line 15" },
	{ "case-with-alone", 15, "with and with_period go together" },
	{ "case-without-period", 15, "missing key 'period'" },
	{ "case-without-pmu", 15, "no [pmu] section is for 'gpu'" },
	{ "comment-behind", 9, "comment behind text: comments have their own lines" },
	{ "comment-too-long", 15, "line longer than 198 characters" },
	{ "comments-only", 1, "no [arch] section" },
	{ "crlf", 1, "byte 0x0d is not plain text" },
	{ "duplicate-key", 10, "duplicate key 'event'" },
	{ "duplicate-path", 16, "duplicate key 'path.a'" },
	{ "empty", 1, "empty file" },
	{ "empty-section", 15, "section without keys" },
	{ "empty-section-between", 5, "section without keys" },
	{ "event-too-long", 9, "96 characters, 95 at most" },
	{ "exclude-none-and", 13, "bad exclude: none beside others" },
	{ "exclude-twice", 13,
	  "bad exclude 'user': none, or user kernel hv idle host guest, each once" },
	{ "exclude-word", 13,
	  "bad exclude 'kernal': none, or user kernel hv idle host guest, each once" },
	{ "hidden-pmu", 15, "[pmu cpu] is never reached: [pmu c*] on line 5 is first" },
	{ "interrupt-fiq", 7, "bad interrupt 'fiq': irq, nmi or none" },
	{ "issue-of-no-kernel", 15, "an issue of no kernel: kernels = none" },
	{ "issue-overlap", 20, "kernels overlap with the same issue on line 15" },
	{ "issue-without-pmu", 15, "no [pmu] section is for 'gpu'" },
	{ "issue-words", 15,
	  "unknown section [issue DUR-1]: " KINDS },
	{ "key-first", 2, "key before the first [section]" },
	{ "key-of-other-section", 6, "unknown key 'kernels'" },
	{ "leading-blank", 9, "begins with a blank: every value is one line" },
	{ "line-too-long", 18, "line longer than 198 characters" },
	{ "missing-driver", 5, "missing key 'driver'" },
	{ "missing-exclude", 5, "missing key 'exclude'" },
	{ "missing-interrupt", 5, "missing key 'interrupt'" },
	{ "missing-kernels", 15, "missing key 'kernels'" },
	{ "missing-machine", 2, "missing key 'machine'" },
	{ "missing-min-period", 5, "missing key 'min_period'" },
	{ "missing-name", 2, "missing key 'name'" },
	{ "missing-reason", 15, "missing key 'reason'" },
	{ "missing-reports", 5, "missing key 'reports'" },
	{ "missing-sampling", 5, "missing key 'sampling'" },
	{ "missing-share", 5, "missing key 'share_min'" },
	{ "missing-source", 15, "missing key 'source'" },
	{ "missing-storm-period", 5, "missing key 'storm_period'" },
	{ "missing-where", 15, "missing key 'where'" },
	{ "no-arch", 1, "no [arch] section" },
	{ "no-equals", 6, "neither [section], 'key = value' nor # comment" },
	{ "no-pmu", 2, "no [pmu] section" },
	{ "no-value", 6, "no value" },
	{ "nul", 15, "byte 0x00 is not plain text" },
	{ "number-big", 11, "bad number '9223372036854775808': 1 to 9223372036854775807" },
	{ "number-hex", 11, "bad number '0x10': 1 to 9223372036854775807" },
	{ "number-huge", 11, "bad number '99999999999999999999999': 1 to 9223372036854775807" },
	{ "number-negative", 11, "bad number '-1': 1 to 9223372036854775807" },
	{ "number-unit", 11, "bad number '17k': 1 to 9223372036854775807" },
	{ "number-word", 11, "bad number 'many': 1 to 9223372036854775807" },
	{ "number-zero", 11, "bad number '0': 1 to 9223372036854775807" },
	{ "path-name-too-long", 15, "32 characters, 31 at most" },
	{ "path-without-name", 15, "no value" },
	{ "pmu-without-name", 5,
	  "unknown section [pmu]: " KINDS },
	{ "range-backwards", 8, "bad range '6.12..6.1': ends before it begins" },
	{ "range-dash", 8, "bad range '5.18-6.1': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-empty", 8, "bad range '': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-long", 8, "bad range '6.1000..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-major-0", 8, "bad range '0.9..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-no-minor", 8, "bad range '5..6': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-no-such-minor", 8, "bad range '5.20..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-one-dot", 8, "bad range '5.18.6.1': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-only-dots", 8, "bad range '..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-patch", 8, "bad range '5.18.3..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-sign", 8, "bad range '+5.18..': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-single", 8, "bad range '6.1': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-tail", 8, "bad range '5.18..6.1x': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "range-word", 8, "bad range 'often': all, none, 5.18.., ..6.1 or 5.18..6.1" },
	{ "reports-without-sampling", 5, "reports, but sampling = none" },
	{ "requirement-alp", 15, "unknown requirement 'ALP-2'" },
	{ "requirement-family", 15, "unknown requirement 'XYZ-1'" },
	{ "requirement-high", 15, "unknown requirement 'THR-7'" },
	{ "requirement-letter", 15, "unknown requirement 'DUR-x'" },
	{ "requirement-lower", 15, "unknown requirement 'dur-1'" },
	{ "requirement-no-dash", 15, "unknown requirement 'DUR1'" },
	{ "requirement-number", 15, "unknown requirement 'DUR-10'" },
	{ "requirement-zero", 15, "unknown requirement 'DUR-0'" },
	{ "sampling-without-event", 5, "missing key 'event'" },
	{ "sampling-without-interrupt", 5, "sampling, but interrupt = none" },
	{ "second-arch", 5, "second [arch], the first is on line 2" },
	{ "second-pmu", 15, "[pmu cpu] is never reached: [pmu cpu] on line 5 is first" },
	{ "section-too-long", 5, "section of 64 characters, 49 at most" },
	{ "share-0", 14, "bad number '0': 1 to 9223372036854775807" },
	{ "share-101", 14, "bad number '101': 1 to 100 percent" },
	{ "silent-gap", 5, "samples on 5.19, does not report, and no [issue DUR-1 cpu] says why" },
	{ "silent-other-requirement", 5,
	  "samples, does not report, and no [issue DUR-1 cpu] says why" },
	{ "silent-qemu-only", 5, "samples, does not report, and no [issue DUR-1 cpu] says why" },
	{ "silent-since", 5, "samples on 6.2, does not report, and no [issue DUR-1 cpu] says why" },
	{ "silent-unexplained", 5, "samples, does not report, and no [issue DUR-1 cpu] says why" },
	{ "step", 5, "min_period and storm_period are no multiples of period_step" },
	{ "storm-below-min", 5, "storm_period below min_period" },
	{ "text-behind-section", 5, "text behind the section" },
	{ "text-too-long", 18, "160 characters, 159 at most" },
	{ "too-many-issues", 175, "more than 32 [issue] sections" },
	{ "too-many-paths", 23, "more than 8 paths" },
	{ "too-many-pmus", 139, "more than 32 [pmu] sections" },
	{ "unclosed-section", 5, "no ] behind the section" },
	{ "unknown-key", 9, "unknown key 'evnt'" },
	{ "unknown-section", 5,
	  "unknown section [cpu]: " KINDS },
	{ "where-moon", 17, "bad where 'moon': any or qemu" },
};

static void test_file(const char *name, int line, const char *reason)
{
	static struct profile profile;
	char file[256], expected[512], why[512];
	int ret;

	snprintf(file, sizeof(file), FOLDER "%s.ini", name);
	snprintf(expected, sizeof(expected), "%s:%d: %s", file, line, reason);
	ret = profile_read(file, &profile, why, sizeof(why));
	ok(ret == -1 && !strcmp(why, expected), "%s:%d: %s", name, line, reason);
	if (ret != -1 || strcmp(why, expected))
		printf("# got %d, %s\n", ret, why);
}

#ifdef HAVE_LIBINIH
static const size_t nr_bad = sizeof(bad) / sizeof(*bad);
#else
static const size_t nr_bad;
#endif

/* Run from the repo's top or from here. */
int main(void)
{
	size_t i;

	if (access(FOLDER, R_OK) && chdir("../.."))
		return 1;
	for (i = 0; i < nr_bad; i++)
		test_file(bad[i].name, bad[i].line, bad[i].reason);
	if (!nr_bad)
		ok(true, "bad profiles # SKIP built without libinih");
	return done();
}
