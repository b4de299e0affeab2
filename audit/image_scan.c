// SPDX-License-Identifier: GPL-2.0
/* The code of a kernel image: who calls whom, and who holds whose address. */
#include "image_scan.h"

#include <stdlib.h>
#include <string.h>

/* A structure that is registered is no larger: struct pci_driver has half of it. */
#define STRUCTURE_MAX 1024

void add_link(struct image *image, uint32_t caller, uint32_t callee, uint64_t at)
{
	GROW(image->links, image->link_count, image->link_room);
	image->links[image->link_count++] = (struct link){ caller, callee, at };
}

void add_held(struct image *image, uint32_t function, uint32_t holder, uint64_t at)
{
	GROW(image->held, image->held_count, image->held_room);
	image->held[image->held_count++] = (struct held){ function, holder, at, false };
}

static void add_registered(struct scan *scan, uint32_t function, enum entry_kind kind)
{
	struct image *image = scan->image;

	GROW(image->registered, image->registered_count, image->registered_room);
	image->registered[image->registered_count++] =
		(struct registered){ function, scan->function, scan->at, kind };
}

/* The functions whose addresses are in a structure. */
static void register_structure(struct scan *scan, uint64_t address, enum entry_kind kind)
{
	const struct image *image = scan->image;
	uint32_t object = symbol_at(&image->objects, address);
	uint64_t size;

	if (object == NOWHERE)
		return;
	size = image->objects.symbol[object].address + image->objects.symbol[object].size - address;
	for (uint64_t i = 0; i + 8 <= size && i < STRUCTURE_MAX; i += 8) {
		uint64_t word;
		uint32_t function;

		if (!image_word(image, address + i, &word))
			return;
		function = function_of(image, word);
		if (function != NOWHERE)
			add_registered(scan, function, kind);
	}
}

static void see_arguments(struct scan *scan, uint32_t callee)
{
	const char *called = function_text(scan->image, callee);

	for (uint32_t a = 0; a < 6; a++) {
		const struct content *content = &scan->registers[scan->decoder->arguments[a]];
		enum entry_kind kind;
		uint32_t function;

		if (!content->is_known)
			continue;
		function = function_of(scan->image, content->value);
		if (function == NOWHERE) {
			if (api_registers_structure(called, a, &kind))
				register_structure(scan, content->value, kind);
		} else if (api_registers(called, a, "", &kind)) {
			add_registered(scan, function, kind);
		}
	}
}

static void go_to(struct scan *scan, uint64_t target)
{
	uint32_t callee = symbol_at(&scan->image->functions, target);

	if (callee == scan->function)
		return;
	if (callee == NOWHERE || is_veneer(scan->image, callee))
		target = behind_veneer(scan, target);
	callee = function_entered(scan->image, target);
	if (callee == NOWHERE || callee == scan->function)
		return;
	see_arguments(scan, callee);
	add_link(scan->image, scan->function, callee, scan->at);
}

/* What comes after a call, or after a jump from elsewhere, finds few registers as they were. */
static void forget(struct scan *scan)
{
	for (int r = 0; r < REGISTERS; r++) {
		if (!(scan->decoder->kept >> r & 1))
			scan->registers[r].is_known = false;
	}
}

static void set(struct scan *scan, int number, struct content content)
{
	uint32_t function = function_of(scan->image, content.value);

	if (function != NOWHERE && content.held == NOWHERE) {
		content.held = scan->image->held_count;
		add_held(scan->image, function, scan->function, scan->at);
	}
	if (number != NO_REGISTER)
		scan->registers[number] = content;
}

static void take(struct scan *scan, const struct step *step)
{
	const struct content from =
		step->src == NO_REGISTER ? (struct content){ 0 } : scan->registers[step->src];
	struct content to;

	switch (step->kind) {
	case STEP_CALL_REGISTER:
	case STEP_JUMP_REGISTER:
		if (from.is_known) {
			go_to(scan, from.value + step->value);
			if (from.held != NOWHERE)
				scan->image->held[from.held].is_call = true;
		}
		forget(scan);
		return;
	case STEP_CALL:
	case STEP_JUMP:
		go_to(scan, step->value);
		forget(scan);
		return;
	case STEP_BRANCH:
		go_to(scan, step->value);
		return;
	case STEP_OTHER:
	case STEP_SET:
	case STEP_ADD:
	case STEP_LOAD:
		if (compute(scan, step, &to)) {
			set(scan, step->dst, to);
			return;
		}
		break;
	}
	/* The global pointer is saved and restored, never lost. */
	if (step->dst != NO_REGISTER && step->dst != scan->decoder->global)
		scan->registers[step->dst].is_known = false;
}

static void scan_function(struct scan *scan, const struct section *section)
{
	const struct decoder *decoder = scan->decoder;
	const struct symbol *symbol = &scan->image->functions.symbol[scan->function];
	uint64_t offset = symbol->address - section->address;
	uint64_t end = section->size - offset < symbol->size ? section->size :
							       offset + symbol->size;
	const struct content global =
		decoder->global == NO_REGISTER ? (struct content){ 0 } :
						 scan->registers[decoder->global];

	memset(scan->registers, 0, sizeof(scan->registers));
	if (decoder->global != NO_REGISTER)
		scan->registers[decoder->global] = global;
	if (decoder->self != NO_REGISTER)
		scan->registers[decoder->self] = (struct content){ true, symbol->address, NOWHERE };
	while (offset < end) {
		struct step step;

		scan->at = section->address + offset;
		scan->decoder->step(scan->decoder, section->data + offset, end - offset, scan->at,
				    &step);
		if (step.dst == decoder->zero)
			step.dst = NO_REGISTER;
		take(scan, &step);
		offset += step.len;
		if (decoder->link != NO_REGISTER && step.kind >= STEP_CALL)
			scan->registers[decoder->link] =
				(struct content){ true, section->address + offset, NOWHERE };
	}
}

const char *image_scan(struct image *image)
{
	struct decoder decoder;
	const char *wrong = decoder_make(&decoder, image);
	struct scan scan = { .image = image, .decoder = &decoder };
	bool any = false;

	if (!wrong) {
		image_scan_data(image);
		/* The register of the ABI's TOC, which most functions only use. */
		if (decoder.global != NO_REGISTER && image->toc)
			scan.registers[decoder.global] =
				(struct content){ true, image->toc, NOWHERE };
		for (uint32_t f = 0; f < image->functions.count; f++) {
			const struct section *section =
				section_of(image, image->functions.symbol[f].address);

			if (!section || is_veneer(image, f))
				continue;
			any = true;
			scan.function = f;
			scan_function(&scan, section);
		}
		if (!any)
			wrong = "symbols without code: a file of debug information only";
	}
	decoder_free(&decoder);
	return wrong;
}
