// SPDX-License-Identifier: GPL-2.0
/* meta.json: what a run was made with. No path of the machine is in it. */
#include "lab.h"

#include <jansson.h>
#include <string.h>

static const char *base(const char *path)
{
	return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}

static json_t *time_text(time_t t)
{
	char text[32];
	struct tm tm;

	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
	return json_string(text);
}

static bool takes_file(const char *option)
{
	return !strcmp(option, "-kernel") || !strcmp(option, "-initrd") || !strcmp(option, "-bios");
}

/* QEMU's arguments, paths shortened to the file's name. */
static json_t *command(const struct guest *guest)
{
	json_t *list = json_array();
	int i;

	for (i = 0; i < guest->args.nr; i++) {
		const char *arg = guest->args.at[i];
		int keep = strlen(arg);

		if (!strcmp(arg, "-L") && i + 1 < guest->args.nr) {
			i++;
			continue;
		}
		/* A character device's path is a descriptor of ours. */
		if (!strncmp(arg, "file,id=", 8))
			keep = 8 + strcspn(arg + 8, ",");
		else if (!i || takes_file(guest->args.at[i - 1]))
			keep = strlen(arg = base(arg));
		json_array_append_new(list, json_sprintf("%.*s", keep, arg));
	}
	return list;
}

static json_t *text_or_null(const char *text)
{
	return *text ? json_string(text) : json_null();
}

/* Return: false where it can't be written; errno says why. */
bool meta_write(const char *path, const struct guest *guest, const struct options *opt)
{
	const char *package = opt->kernel ? "" : conf_get(&guest->conf, "fetched_kernel_package");
	json_t *meta, *tests = json_array();
	bool ok;
	int i;

	for (i = 0; i < guest->tests.nr; i++)
		json_array_append_new(tests, json_string(guest->tests.at[i]));
	meta = json_pack("{s:s s:o s:o s:o s:o s:s s:o s:o s:o s:s s:s s:i s:o s:o s:f s:f s:s s:o s:o s:o}",
			 "arch", guest->arch,
			 "variant", text_or_null(guest->variant),
			 "kernel", text_or_null(guest->release),
			 "machine", text_or_null(guest->machine),
			 "hz", guest->hz ? json_integer(guest->hz) : json_null(),
			 "kernel_image", base(guest->kernel),
			 "kernel_package", text_or_null(package),
			 "module", text_or_null(guest->reference ? "reference" : ""),
			 "fault", text_or_null(opt->fault ? opt->fault : ""),
			 "qemu", conf_get(&guest->conf, "fetched_qemu_version"),
			 "mode", opt->icount ? "icount" : "free",
			 "smp", guest->smp,
			 "shift", opt->icount ? json_integer(guest->shift) : json_null(),
			 "start", time_text(guest->utc),
			 "boot_seconds", guest->boot_s,
			 "wall_seconds", guest->wall_s,
			 "ending", ending_names[guest->ending],
			 "reason", text_or_null(guest->reason),
			 "tests", tests,
			 "command", command(guest));
	ok = meta && !json_dump_file(meta, path, JSON_INDENT(2) | JSON_REAL_PRECISION(4));
	json_decref(meta);
	return ok;
}
