// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "events.h"
#include "fake_sysfs.h"
#include "sysfs_format.h"
#include "tap.h"

static void test_list(void)
{
	struct pmu pmus[8], pmu;
	int nr = pmu_list(root, pmus, 8);

	ok(nr == 5 && !strcmp(pmus[0].name, "alias") && !strcmp(pmus[1].name, "bare") &&
	   !strcmp(pmus[2].name, "cpu") && !strcmp(pmus[3].name, "msr") &&
	   !strcmp(pmus[4].name, "uncore_imc_0"), "PMUs in name order, the kernel's own left out");
	ok(pmus[2].type == 4 && pmus[2].core && pmus[0].core && !pmus[3].core && !pmus[4].core,
	   "core PMUs by type RAW, name or cpus file");
	ok(pmu_list(root, pmus, 2) == 2 && !strcmp(pmus[1].name, "bare"), "no more than asked for");
	ok(pmu_list("/nonexistent", pmus, 8) == -1 && errno == ENOENT, "no such folder");
	ok(pmu_find(root, "nope", &pmu) == -1 && errno == ENOENT, "no such PMU");
	ok(pmu_find(root, "../x", &pmu) == -1 && pmu_find(root, "", &pmu) == -1 &&
	   pmu_find(root, "..", &pmu) == -1, "no PMU outside the folder");
	ok(!pmu_find(root, "uncore_imc_0", &pmu) && pmu.type == 23 && !pmu.core && !pmu.extended,
	   "a PMU by name");
}

static bool put(const char *text, uint64_t value, uint64_t word)
{
	struct sysfs_format format;
	__u64 got = 0;

	if (!sysfs_format_parse(text, &format))
		return false;
	sysfs_format_put(&format, value, &got);
	return got == word;
}

static void test_format(void)
{
	static const char *const wrong[] = {
		"", "config", "config:", "config:x", "config:64", "config:7-3", "config:0-",
		"config:0,", "config:0-7 8", "konfig:0", "config1", "config1-0", "config:0-63,0-63",
		"config12:0", "config:99999999999999999999", "config:0-7,,9",
	};
	struct sysfs_format format;
	size_t i;
	int refused = 0;

	ok(put("config:0-7", 0xff, 0xff) && put("config:8-15\n", 0xab, 0xab00), "one range");
	ok(put("config:0-7,32-35", 0xfab, 0xf000000abULL), "two ranges, low bits first");
	ok(put("config:32-35,0-7", 0xfab, 0xb000000faULL), "in the order written");
	ok(put("config:63", 1, 1ULL << 63) && put("config:0-63", UINT64_MAX, UINT64_MAX),
	   "the highest bit");
	ok(sysfs_format_parse("config2:1,3,5", &format) && format.config == 2 &&
	   sysfs_format_width(&format) == 3, "single bits");
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		refused += !sysfs_format_parse(wrong[i], &format);
	ok(refused == (int)i, "%d formats that are none", refused);
}

static void test_machine(void)
{
	static struct pmu pmus[256];
	int nr = pmu_list(PMU_SYSFS, pmus, 256), i;

	if (nr < 0) {
		ok(true, "this machine's PMUs # SKIP %s", strerror(errno));
		return;
	}
	for (i = 0; i < nr; i++)
		printf("# %s: type %u%s%s\n", pmus[i].name, pmus[i].type,
		       pmus[i].core ? ", core" : "",
		       pmus[i].extended ? ", extended type" : "");
	ok(true, "this machine's PMUs listed");
	ok(!pmu_takes_extended(UINT32_MAX), "no PMU has the highest type");
}

int main(void)
{
	if (fake_sysfs_make())
		return 1;
	test_list();
	test_format();
	test_machine();
	fake_sysfs_remove();
	return done();
}
