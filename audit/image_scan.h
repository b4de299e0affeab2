/* SPDX-License-Identifier: GPL-2.0 */
/* One pass over the code of an image. */
#ifndef AUDIT_IMAGE_SCAN_H
#define AUDIT_IMAGE_SCAN_H

#include "decode.h"

/* What is known of a register. */
struct content {
	bool is_known;
	uint64_t value;
	/* held[] that put it there, NOWHERE where it is no function's address */
	uint32_t held;
};

struct scan {
	struct image *image;
	struct decoder *decoder;
	uint32_t function;
	uint64_t at;
	struct content registers[REGISTERS];
};

/* The code at an address, NULL where there is none. */
const struct section *section_of(const struct image *image, uint64_t address);

/* What a register holds after a step, where that can be told. */
bool compute(const struct scan *scan, const struct step *step, struct content *to);

/* Has the function a name that linkers give to a jump of their own? ppc64's gives none. */
bool is_veneer(const struct image *image, uint32_t function);
/* Where such a jump at target goes; target itself where there is none. */
uint64_t behind_veneer(const struct scan *from, uint64_t target);

#endif
