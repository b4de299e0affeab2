// SPDX-License-Identifier: GPL-2.0
/* For which architectures a file is built: by its folder, or by what Kconfig says of a driver. */
#include "audit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From an option to the architectures, over so many options in between. */
#define DEPTH_MAX 4
#define ARCHS_MAX 32

/* Options that are an architecture, where that is not the folder's name in capitals. */
static const struct {
	const char *option, *arch;
} other_names[] = {
	{ "PPC", "powerpc" },	      { "PPC64", "powerpc" },	    { "PPC32", "powerpc" },
	{ "PPC_PSERIES", "powerpc" }, { "PPC_POWERNV", "powerpc" }, { "SUPERH", "sh" },
	{ "X86_64", "x86" },	      { "X86_32", "x86" },	    { "SPARC64", "sparc" },
	{ "SPARC32", "sparc" },
};

static const char *const same_names[] = {
	"alpha", "arc",	       "arm",  "arm64", "csky",	    "hexagon", "loongarch",
	"m68k",	 "microblaze", "mips", "nios2", "openrisc", "parisc",  "riscv",
	"s390",	 "sparc",      "um",   "x86",	"xtensa",
};

struct search_archs {
	const char *kconfig;
	const char *found[ARCHS_MAX];
	int count;
};

static char *read_all(const char *root, const char *folder, const char *name)
{
	char *path = must_format("%s/%s/%s", root, folder, name), *text = NULL;
	size_t len = 0, room = 0, got;
	FILE *file = fopen(path, "re");

	free(path);
	if (!file)
		return NULL;
	do {
		room += 65536;
		text = must_grow(text, room + 1);
		got = fread(text + len, 1, room - len, file);
		len += got;
	} while (got);
	fclose(file);
	text[len] = 0;
	return text;
}

static const char *arch_of_option(const char *option, size_t len)
{
	for (size_t i = 0; i < sizeof(other_names) / sizeof(*other_names); i++) {
		if (strlen(other_names[i].option) == len &&
		    !strncmp(other_names[i].option, option, len))
			return other_names[i].arch;
	}
	for (size_t i = 0; i < sizeof(same_names) / sizeof(*same_names); i++) {
		if (strlen(same_names[i]) == len && !strncasecmp(same_names[i], option, len))
			return same_names[i];
	}
	return NULL;
}

static void add_arch(struct search_archs *search, const char *arch)
{
	for (int i = 0; i < search->count; i++) {
		if (!strcmp(search->found[i], arch))
			return;
	}
	if (search->count < ARCHS_MAX)
		search->found[search->count++] = arch;
}

static void search_option(struct search_archs *search, const char *option, size_t len, int depth);

/* Each option that a "depends on" line names; what must be off does not count. */
static void search_line(struct search_archs *search, const char *line, const char *end, int depth)
{
	for (const char *c = line; c < end; c++) {
		const char *from = c;
		const char *arch;

		if (!isupper((unsigned char)*c) || (c > line && c[-1] == '!'))
			continue;
		while (c < end && (isalnum((unsigned char)*c) || *c == '_'))
			c++;
		arch = arch_of_option(from, c - from);
		if (arch)
			add_arch(search, arch);
		else
			search_option(search, from, c - from, depth + 1);
	}
}

/* The lines of "config OPTION" up to the next option. */
static void search_option(struct search_archs *search, const char *option, size_t len, int depth)
{
	const char *line = search->kconfig;
	bool inside = false;

	if (depth > DEPTH_MAX)
		return;
	while (line && *line) {
		const char *end = line + strcspn(line, "\n");
		const char *word = line + strspn(line, " \t");

		if (!strncmp(word, "config ", 7) || !strncmp(word, "menuconfig ", 11)) {
			const char *name = strchr(word, ' ') + 1;

			inside = strcspn(name, " \t\r\n") == len && !strncmp(name, option, len);
		} else if (inside && !strncmp(word, "depends on ", 11)) {
			search_line(search, word + 11, end, depth);
		}
		line = *end ? end + 1 : NULL;
	}
}

/* The option by which a folder's Makefile builds an object; its length in *len. */
static const char *option_of(const char *makefile, const char *object, size_t *len)
{
	size_t object_len = strlen(object);

	for (const char *at = strstr(makefile, object); at; at = strstr(at + 1, object)) {
		const char *line = at;
		const char *option;

		if (at == makefile || !isspace((unsigned char)at[-1]) ||
		    isalnum((unsigned char)at[object_len]))
			continue;
		while (line > makefile && line[-1] != '\n')
			line--;
		option = strstr(line, "CONFIG_");
		if (!option || option > at)
			continue;
		option += strlen("CONFIG_");
		*len = strcspn(option, ") \t\n");
		return option;
	}
	return NULL;
}

static char *joined(const struct search_archs *search)
{
	char *text = must_format("%s", search->count ? search->found[0] : "generic");

	for (int i = 1; i < search->count; i++) {
		char *longer = must_format("%s,%s", text, search->found[i]);

		free(text);
		text = longer;
	}
	return text;
}

char *archs_of(const struct tree *tree, const char *path)
{
	struct search_archs search = { 0 };
	const char *slash = strrchr(path, '/');
	char *folder, *object, *makefile, *kconfig;

	if (!strncmp(path, "arch/", 5))
		return must_format("%.*s", (int)strcspn(path + 5, "/"), path + 5);
	if (!slash)
		return must_format("generic");
	folder = must_format("%.*s", (int)(slash - path), path);
	object = must_format("%.*s.o", (int)strcspn(slash + 1, "."), slash + 1);
	makefile = read_all(tree->root, folder, "Makefile");
	kconfig = read_all(tree->root, folder, "Kconfig");
	if (makefile && kconfig) {
		size_t len;
		const char *option = option_of(makefile, object, &len);

		search.kconfig = kconfig;
		if (option)
			search_option(&search, option, len, 0);
	}
	free(folder);
	free(object);
	free(makefile);
	free(kconfig);
	return joined(&search);
}
