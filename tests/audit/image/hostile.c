// SPDX-License-Identifier: GPL-2.0
/*
 * hostile FILE - give the audit an image cut off at many places, and with many of its bytes
 * changed. Whoever reads it wrongly is stopped by the sanitizers.
 */
#include <stdio.h>
#include <string.h>

#include "../../fuzz/fuzz_image.c"

#define SIZE_MAX_READ (1 << 20)
#define CUTS 400
#define CHANGES 3000
/* ELF's header, where every byte counts */
#define HEADER 64

/* The same numbers on every machine: Numerical Recipes' generator. */
static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* Headers of sections are at the end, what they describe is before: change there most. */
static size_t place(uint32_t *state, size_t size)
{
	size_t end = size < 4096 ? size : 4096;

	switch (next(state) % 3) {
	case 0:
		return next(state) % HEADER;
	case 1:
		return size - 1 - next(state) % end;
	default:
		return next(state) % size;
	}
}

int main(int argc, char **argv)
{
	static uint8_t whole[SIZE_MAX_READ];
	static const uint8_t bad[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	uint32_t state = 1;
	FILE *file = argc == 2 ? fopen(argv[1], "re") : NULL;
	size_t size = file ? fread(whole, 1, sizeof(whole), file) : 0;
	uint8_t *copy;

	if (size < HEADER) {
		fprintf(stderr, "usage: hostile FILE, an image\n");
		return 2;
	}
	fclose(file);
	for (int i = 0; i < CUTS; i++) {
		size_t len = i < HEADER ? (size_t)i : next(&state) % size;

		/* A copy of its size, so that reading behind it shows. */
		copy = malloc(len ? len : 1);
		memcpy(copy, whole, len);
		LLVMFuzzerTestOneInput(copy, len);
		free(copy);
	}
	copy = malloc(size);
	for (int i = 0; i < CHANGES; i++) {
		memcpy(copy, whole, size);
		for (uint32_t n = 1 + next(&state) % 4; n; n--)
			copy[place(&state, size)] = bad[next(&state) % sizeof(bad)];
		LLVMFuzzerTestOneInput(copy, size);
	}
	free(copy);
	return 0;
}
