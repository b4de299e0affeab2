// SPDX-License-Identifier: GPL-2.0
#include "load.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The linker names the ends of a section whose name is a C identifier. */
extern const char __start_perf_pmu_load[], __stop_perf_pmu_load[];

/* Long against the clock's grain and a stray interrupt, short against a test. */
#define CALIBRATE_NS		2000000
#define CALIBRATE_GRAINS	20

__attribute__((noinline, section("perf_pmu_load")))
void load_run(unsigned long iterations)
{
	const unsigned long mark = LOAD_MARK;
	unsigned long x = 1;

	while (iterations--) {
		x = x * 3 + 1;
		/* Keeps the compiler from folding the loop, and the mark in a register. */
		asm volatile("" : "+r"(x) : "r"(mark));
	}
}

void load_kernel(unsigned long iterations)
{
	while (iterations--)
		syscall(SYS_getppid);
}

bool load_contains(uint64_t ip)
{
	return ip >= (uintptr_t)__start_perf_pmu_load && ip < (uintptr_t)__stop_perf_pmu_load;
}

uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

uint64_t now_resolution_ns(void)
{
	struct timespec grain;

	clock_getres(CLOCK_MONOTONIC, &grain);
	return grain.tv_sec * 1000000000ULL + grain.tv_nsec;
}

unsigned long load_iterations(load_fn load, uint64_t ns)
{
	uint64_t enough = now_resolution_ns() * CALIBRATE_GRAINS;
	unsigned long iterations = 64;
	uint64_t took;

	if (enough < CALIBRATE_NS)
		enough = CALIBRATE_NS;
	for (;;) {
		took = now_ns();
		load(iterations);
		took = now_ns() - took;
		if (took >= enough)
			break;
		iterations *= 2;
	}
	iterations = (double)iterations * ns / took;
	return iterations ? iterations : 1;
}
