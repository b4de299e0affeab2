// SPDX-License-Identifier: GPL-2.0
/* The profiles that are shipped: all read well, each machine has one. */
#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"
#include "tap.h"

#define SHIPPED		"selftests/perf_pmu/arch-profiles"

static struct profile profile;
static char why[512];

/* What the kernel calls each architecture, and one PMU of it that the profile must know. */
static const struct {
	const char *machine, *platform, *name, *pmu;
	bool reports;	/* on 6.12 */
} shipped[] = {
	{ "alpha", "", "alpha", "cpu", false },
	{ "arc", "", "arc", "arc_pct", false },
	{ "armv7l", "v7l", "arm", "armv7_cortex_a15", true },
	{ "armv6l", "v6l", "arm", "armv6_1176", true },
	{ "aarch64", "aarch64", "arm64", "armv8_pmuv3", true },
	{ "aarch64", "aarch64", "arm64", "armv8_pmuv3_0", true },
	{ "aarch64", "aarch64", "arm64", "armv9_cortex_x925", true },
	{ "aarch64", "aarch64", "arm64", "apple_icestorm_pmu", true },
	{ "csky", "", "csky", "cpu", false },
	{ "loongarch64", "", "loongarch", "cpu", false },
	{ "mips64", "", "mips", "cpu", false },
	{ "ppc64le", "power9", "powerpc", "cpu", true },
	{ "ppc", "ppc7450", "powerpc", "cpu", true },
	{ "ppc64", "ppce6500", "powerpc-embedded", "cpu", false },
	{ "ppc", "ppc8548", "powerpc-embedded", "cpu", false },
	{ "riscv64", "", "riscv", "cpu", true },
	{ "s390x", "z14", "s390", "cpum_sf", false },
	{ "sparc64", "", "sparc", "cpu", true },
	{ "x86_64", "x86_64", "x86", "cpu", true },
	{ "x86_64", "x86_64", "x86", "cpu_atom", true },
	{ "i686", "i686", "x86", "ibs_op", true },
	{ "xtensa", "", "xtensa", "cpu", false },
};

static void test_shipped(size_t i)
{
	static const char *const follows[] = { "DUR-1", "DUR-5", "DUR-6", "DUR-9" };
	const struct pmu_profile *pmu;
	size_t j;
	int ret;

	ret = profile_load_for(SHIPPED, shipped[i].machine, shipped[i].platform, &profile, why,
			       sizeof(why));
	ok(ret == 1 && !strcmp(profile.name, shipped[i].name), "%s %s: %s", shipped[i].machine,
	   shipped[i].platform, ret < 0 ? why : shipped[i].name);
	pmu = profile_pmu(&profile, shipped[i].pmu);
	ok(pmu->known && kernel_in(&pmu->sampling, 6012) &&
	   kernel_in(&pmu->reports, 6012) == shipped[i].reports, "%s knows %s", shipped[i].name,
	   shipped[i].pmu);
	/* A driver that reports may fail in a storm for another reason: riscv's does. */
	for (j = 0; j < sizeof(follows) / sizeof(*follows) - shipped[i].reports; j++)
		ok(!profile_issue(&profile, follows[j], shipped[i].pmu, 6012, true) ==
		   shipped[i].reports, "%s: %s %s", shipped[i].name, shipped[i].pmu, follows[j]);
}

static int is_ini(const struct dirent *entry)
{
	return !fnmatch("*.ini", entry->d_name, 0);
}

static void test_all_shipped(void)
{
	static struct profile again;
	struct dirent **files;
	char path[512], *save, *machine;
	int nr, i;

	nr = scandir(SHIPPED, &files, is_ini, alphasort);
	ok(nr >= 13, "%d profiles are shipped", nr);
	for (i = 0; i < nr; i++) {
		snprintf(path, sizeof(path), SHIPPED "/%s", files[i]->d_name);
		why[0] = '\0';
		ok(!profile_read(path, &profile, why, sizeof(why)), "%s %s", path, why);
		for (machine = strtok_r(profile.machines, " ", &save); machine;
		     machine = strtok_r(NULL, " ", &save))
			ok(profile_load_for(SHIPPED, machine, "", &again, why, sizeof(why)) == 1,
			   "%s has one profile", machine);
		free(files[i]);
	}
	free(files);
}

#ifdef HAVE_LIBINIH
static const size_t nr_shipped = sizeof(shipped) / sizeof(*shipped);
#else
static const size_t nr_shipped;
#endif

/* Run from the repo's top or from here. */
int main(void)
{
	size_t i;

	if (access(SHIPPED, R_OK) && chdir("../.."))
		return 1;
	if (nr_shipped)
		test_all_shipped();
	else
		ok(true, "shipped profiles # SKIP built without libinih");
	for (i = 0; i < nr_shipped; i++)
		test_shipped(i);
	return done();
}
