// SPDX-License-Identifier: GPL-2.0
/* What registers hold, and the jumps that linkers insert where a call does not reach. */
#include "image_scan.h"

#include <string.h>

/* The longest is ppc64's: addis, ld, mtctr, bctr. */
#define VENEER_STEPS 4

const struct section *section_of(const struct image *image, uint64_t address)
{
	for (uint32_t s = 0; s < image->section_count; s++) {
		const struct section *section = &image->sections[s];

		if (section->is_code && address - section->address < section->size)
			return section;
	}
	return NULL;
}

bool compute(const struct scan *scan, const struct step *step, struct content *to)
{
	struct content from = { 0 };
	uint64_t word;

	if (step->src != NO_REGISTER)
		from = scan->registers[step->src];
	*to = (struct content){ true, step->value, NOWHERE };
	switch (step->kind) {
	case STEP_SET:
		return true;
	case STEP_ADD:
		to->value += from.value;
		if (!step->value)
			to->held = from.held;
		return from.is_known;
	case STEP_LOAD:
		if (!from.is_known || !image_got_word(scan->image, from.value + step->value, &word))
			return false;
		to->value = word;
		return true;
	default:
		return false;
	}
}

bool is_veneer(const struct image *image, uint32_t function)
{
	const char *name = function_text(image, function);
	size_t len = strlen(name), end = strlen("_veneer");

	return (len > end && !strcmp(name + len - end, "_veneer")) ||
	       !strncmp(name, "__AArch64", strlen("__AArch64"));
}

uint64_t behind_veneer(const struct scan *from, uint64_t target)
{
	const struct section *section = section_of(from->image, target);
	const int global = from->decoder->global;
	struct scan scan = { .image = from->image, .decoder = from->decoder };
	uint64_t offset = section ? target - section->address : 0;

	if (global != NO_REGISTER)
		scan.registers[global] = from->registers[global];
	for (int i = 0; section && i < VENEER_STEPS && offset < section->size; i++) {
		struct content content;
		struct step step;

		scan.decoder->step(scan.decoder, section->data + offset, section->size - offset,
				   section->address + offset, &step);
		offset += step.len;
		if (step.kind == STEP_JUMP)
			return step.value;
		if (step.kind == STEP_JUMP_REGISTER) {
			content = scan.registers[step.src];
			return content.is_known ? content.value + step.value : target;
		}
		if (!compute(&scan, &step, &content) || step.dst == NO_REGISTER)
			return target;
		scan.registers[step.dst] = content;
	}
	return target;
}
