// SPDX-License-Identifier: GPL-2.0
/* One guest: its QEMU's command line, start and end. */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ARCH or ARCH:VARIANT, as the caller says it. */
static void name_guest(struct guest *guest, const char *what)
{
	size_t len = strcspn(what, ":");

	guest->arch = strndup(what, len);
	guest->variant = strdup(what[len] ? what + len + 1 : "");
	guest->name = strdup(what);
	if (!guest->arch || !guest->variant || !guest->name)
		abort();
	if (what[len])
		guest->name[len] = '-';
}

static bool command_line(struct guest *guest, const struct options *opt)
{
	struct strings *args = &guest->args;

	strings_add(args, "%s", conf_get(&guest->conf, "fetched_qemu"));
	if (*conf_get(&guest->conf, "fetched_qemu_root"))
		strings_split(args, conf_get(&guest->conf, "fetched_qemu_args"));
	strings_split(args, conf_get(&guest->conf, "machine"));
	if (opt->bios) {
		strings_add(args, "-bios");
		strings_add(args, "%s", opt->bios);
	}
	strings_split(args, "-nodefaults -nic none -display none -monitor none -no-reboot");
	strings_add(args, "-smp");
	strings_add(args, "%d", guest->smp);
	if (opt->icount) {
		/* The least that makes two runs the same, byte for byte. */
		strings_split(args, "-rtc base=2026-01-01,clock=vm -seed 1 -icount");
		strings_add(args, "shift=%d,sleep=off", guest->shift);
	}
	strings_add(args, "-chardev");
	strings_add(args, "file,id=console,path=/proc/self/fd/%d", guest->console);
	strings_split(args, "-serial chardev:console -chardev");
	strings_add(args, "file,id=results,path=/proc/self/fd/%d", guest->results);
	strings_split(args, conf_get(&guest->conf, "results"));
	strings_add(args, "-kernel");
	strings_add(args, "%s", guest->kernel);
	strings_add(args, "-initrd");
	strings_add(args, "%s", guest->initramfs);
	strings_add(args, "-append");
	return append_line(guest, opt);
}

static int memory_file(const char *name)
{
	int fd = memfd_create(name, 0);

	if (fd < 0)
		complain("no memory file for the guest's output: %s", strerror(errno));
	return fd;
}

/**
 * guest_prepare() - all that can be told to be wrong before anything is started
 *
 * Return: false, having said what.
 */
bool guest_prepare(struct guest *guest, const struct options *opt, const char *what)
{
	char path[PATH_LEN];
	const char *fault, *arch;

	memset(guest, 0, sizeof(*guest));
	name_guest(guest, what);
	arch = guest->arch;
	guest->console = -1;
	guest->results = -1;
	guest->errors = -1;
	path_set(path, "%s/%s.conf", opt->arch_dir, arch);
	if (strchr(arch, '/') || !conf_read(&guest->conf, path)) {
		complain("no lab architecture '%s': see %s", arch, opt->arch_dir);
		return false;
	}
	path_set(path, "%s/lab/%s.fetched", opt->cache, arch);
	if (!conf_read(&guest->conf, path)) {
		complain("%s: nothing fetched for %s: runners/qemu/fetch %s does",
			 path, arch, arch);
		return false;
	}
	/* Only own/build makes it, and only a variant is meant by what is in it. */
	path_set(path, "%s/lab/%s.own", opt->cache, arch);
	if (*guest->variant)
		conf_read(&guest->conf, path);
	guest->kernel = opt->kernel ? opt->kernel : conf_variant(guest, "fetched_kernel");
	if (!*guest->kernel && *guest->variant) {
		complain("%s: there is no kernel '%s'", arch, guest->variant);
		return false;
	}
	if (!*guest->kernel) {
		complain("there is no packaged kernel for %s: give one with KERNEL=<image>", arch);
		return false;
	}
	fault = kernel_fault(guest->kernel, conf_get(&guest->conf, "magic"));
	if (fault) {
		complain("KERNEL=%s: %s (%s)", guest->kernel, fault, arch);
		return false;
	}
	if (!tests_choose(opt->guests, arch, opt->tests, &guest->tests))
		return false;
	guest->reference = opt->reference ||
			   !strcmp(conf_get(&guest->conf, "module"), "reference");
	path_set(guest->initramfs, "%s/%s/initramfs%s", opt->guests, arch,
		 guest->reference ? "-reference" : "");
	if (access(guest->initramfs, R_OK)) {
		complain("%s: %s: runners/qemu/build-%s %s makes it", guest->initramfs,
			 strerror(errno), guest->reference ? "module" : "guest", arch);
		return false;
	}
	guest->smp = opt->smp ? opt->smp : atoi(conf_variant(guest, "smp"));
	if (!guest->smp)
		guest->smp = SMP;
	guest->shift = opt->shift < 0 ? atoi(conf_get(&guest->conf, "shift")) : opt->shift;
	return true;
}

static void child(struct guest *guest)
{
	int null = open("/dev/null", O_RDWR);
	const char *root = conf_get(&guest->conf, "fetched_qemu_root");
	sigset_t none;

	/* However we end, QEMU does not stay behind. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* A Ctrl-C is for the lab, which ends its guests itself. */
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, 0);
	dup2(guest->errors, 1);
	dup2(guest->errors, 2);
	if (*root) {
		setenv("LD_LIBRARY_PATH", conf_get(&guest->conf, "fetched_library_path"), 1);
		setenv("QEMU_MODULE_DIR", conf_get(&guest->conf, "fetched_module_path"), 1);
	}
	execv(guest->args.at[0], guest->args.at);
	dprintf(2, "%s: %s\n", guest->args.at[0], strerror(errno));
	_exit(127);
}

bool guest_start(struct guest *guest, const struct options *opt)
{
	guest->console = memory_file("console");
	guest->results = memory_file("results");
	guest->errors = memory_file("errors");
	if (guest->console < 0 || guest->results < 0 || guest->errors < 0)
		return false;
	if (!command_line(guest, opt))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &guest->start);
	guest->last = guest->start;
	guest->utc = time(NULL);
	guest->phase = BOOTING;
	guest->pid = fork();
	if (guest->pid < 0) {
		complain("%s: no process for QEMU: %s", guest->name, strerror(errno));
		return false;
	}
	if (!guest->pid)
		child(guest);
	return true;
}

/* What a memory file holds, as text: a NUL is behind it, and none in it. To be freed. */
char *guest_text(int fd, size_t *len)
{
	char *nul;
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = malloc(size + 1);
	ssize_t got;

	if (size < 0 || !text)
		abort();
	for (*len = 0; *len < (size_t)size; *len += got) {
		got = pread(fd, text + *len, size - *len, *len);
		if (got <= 0)
			break;
	}
	text[*len] = '\0';
	while ((nul = memchr(text, '\0', *len)))
		*nul = '?';
	return text;
}

/* QEMU has ended, by itself or by the lab, which then has decided what that means. */
void guest_ended(struct guest *guest, int status)
{
	size_t len, console_len;
	char *errors = guest_text(guest->errors, &len);
	char *console = guest_text(guest->console, &console_len);

	guest->phase = FINISHED;
	guest->wall_s = seconds_since(&guest->start);
	guest->pid = 0;
	errors[strcspn(errors, "\n")] = '\0';
	if (guest->ending != NOT_ENDED) {
		/* decided by the watch */
	} else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
		guest->ending = NO_RUN;
		snprintf(guest->reason, sizeof(guest->reason), "QEMU %s %d: %.200s",
			 WIFEXITED(status) ? "ended with status" : "was ended by signal",
			 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), errors);
	} else if (guest->marked) {
		guest->ending = DONE;
	} else if (memmem(console, console_len, "Kernel panic", strlen("Kernel panic"))) {
		guest->ending = PANIC;
		snprintf(guest->reason, sizeof(guest->reason), "kernel panic %s%s",
			 guest->running[0] ? "in " : "before any test", guest->running);
	} else {
		guest->ending = SILENT;
		snprintf(guest->reason, sizeof(guest->reason), "ended without its end mark %s%s",
			 guest->running[0] ? "in " : "before any test", guest->running);
	}
	free(errors);
	free(console);
}

void guest_free(struct guest *guest)
{
	int *fds[] = { &guest->console, &guest->results, &guest->errors };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++)
		if (*fds[i] >= 0)
			close(*fds[i]);
	strings_free(&guest->tests);
	strings_free(&guest->args);
	free(guest->arch);
	free(guest->variant);
	free(guest->name);
	conf_free(&guest->conf);
}
