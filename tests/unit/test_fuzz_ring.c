// SPDX-License-Identifier: GPL-2.0
/*
 * What the fuzzer of the ring reader has found worth keeping, once more: tests/fuzz/corpus_ring is
 * what is left of ten minutes of "make fuzz" after -merge=1.
 */
#include <dirent.h>
#include <stdio.h>

#include "../fuzz/fuzz_ring.c"
#include "tap.h"

#define CORPUS	"../fuzz/corpus_ring"

/* The fuzzer's -max_len. */
#define INPUT_MAX	700

static bool replay(const char *name)
{
	uint8_t input[INPUT_MAX];
	char path[300];
	size_t size;
	FILE *file;

	snprintf(path, sizeof(path), CORPUS "/%s", name);
	file = fopen(path, "r");
	if (!file)
		return false;
	size = fread(input, 1, sizeof(input), file);
	fclose(file);
	return !LLVMFuzzerTestOneInput(input, size);
}

int main(void)
{
	DIR *corpus = opendir(CORPUS);
	struct dirent *entry;
	int nr = 0, bad = 0;

	while (corpus && (entry = readdir(corpus))) {
		if (entry->d_name[0] == '.')
			continue;
		nr++;
		bad += !replay(entry->d_name);
	}
	if (corpus)
		closedir(corpus);
	ok(nr && !bad, "the ring reader takes all %d inputs of its corpus", nr);
	return done();
}
