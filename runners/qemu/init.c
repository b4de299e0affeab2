// SPDX-License-Identifier: GPL-2.0
/*
 * Process 1 of a lab guest: run the programs of an installed kselftest tree one after the other,
 * as run_kselftest.sh does, without the shells and pipes that would run beside the test. What the
 * programs write leaves by the results port, a second serial port; the kernel log stays on the
 * console. Lines of our own on the results port start with FRAME, the lab writes KTAP from them.
 *
 * The kernel's command line says what to do; what the kernel does not know arrives as environment:
 * pmu_results=TTY, pmu_tests=COLLECTION:PROGRAM,... (all where it is missing),
 * pmu_lab=qemu[-icount], pmu_insn_ns=NS of an instruction, pmu_fault=NAME. Where the initramfs has
 * the reference driver, it is loaded, with the fault, and the tests judge it alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define TREE "/kselftest"

#define REFERENCE "/reference"

/* What run_kselftest.sh gives a program whose collection has no settings. */
#define DEFAULT_TIMEOUT_S 45

/* From SIGTERM to SIGKILL: a test that is told to stop puts sysctls back first. */
#define GRACE_S 5

/* After a program's end its own children get this long to end too. */
#define REAP_S 2

static int results = -1;

static void frame(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A line of our own; the empty line before it ends a line that a program has left unfinished. */
static void frame(const char *fmt, ...)
{
	va_list ap;

	dprintf(results, "\n" FRAME);
	va_start(ap, fmt);
	vdprintf(results, fmt, ap);
	va_end(ap);
	dprintf(results, "\n");
}

static void off(void)
{
	if (results >= 0)
		tcdrain(results);
	sync();
	reboot(RB_POWER_OFF);
	/* Where there is no power-off QEMU's -no-reboot makes an end of a reboot. */
	reboot(RB_AUTOBOOT);
	for (;;)
		pause();
}

static void open_results(void)
{
	const char *tty = getenv("pmu_results");
	struct termios raw;
	char path[64];

	snprintf(path, sizeof(path), "/dev/%s", tty ? tty : "");
	results = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (results < 0) {
		fprintf(stderr, "init: results port %s: %s\n", path, strerror(errno));
		off();
	}
	/* Bytes leave as they are written: no \r\n. */
	if (!tcgetattr(results, &raw)) {
		cfmakeraw(&raw);
		tcsetattr(results, TCSANOW, &raw);
	}
}

static void mounts(void)
{
	/* Version 1 accounts as well; a controller is in one hierarchy: in version 2 cpu is not. */
	static const struct {
		const char *path, *type, *options;
	} mnt[] = {
		{ "/proc", "proc", NULL }, { "/sys", "sysfs", NULL },
		{ "/dev", "devtmpfs", NULL }, { "/run", "tmpfs", NULL }, { "/tmp", "tmpfs", NULL },
		{ "/sys/kernel/tracing", "tracefs", NULL }, { "/sys/fs/cgroup", "cgroup2", NULL },
		{ "/run/cpuacct", "cgroup", "cpuacct" }, { "/run/cpu", "cgroup", "cpu" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mnt); i++) {
		mkdir(mnt[i].path, 0755);
		mount(mnt[i].type, mnt[i].path, mnt[i].type, MS_NOSUID, mnt[i].options);
	}
}

/*
 * In a hierarchy of version 2 perf_event comes with the first controller that is enabled, whichever
 * that is: elsewhere systemd has done that.
 */
static void enable_cgroups(void)
{
	static const char *const controllers[] = { "+cpu", "+pids", "+memory" };
	int fd = open("/sys/fs/cgroup/cgroup.subtree_control", O_WRONLY | O_CLOEXEC);
	size_t i;

	if (fd < 0)
		return;
	for (i = 0; i < ARRAY_SIZE(controllers); i++)
		if (write(fd, controllers[i], strlen(controllers[i])) > 0)
			break;
	close(fd);
}

static void load_reference(void)
{
	const char *fault = getenv("pmu_fault");
	char parameters[128];
	int fd = open(REFERENCE "/refpmu.ko", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	snprintf(parameters, sizeof(parameters), "fault=%s", fault ? fault : "");
	if (syscall(SYS_finit_module, fd, parameters, 0)) {
		fprintf(stderr, "init: " REFERENCE "/refpmu.ko: %s\n", strerror(errno));
		off();
	}
	close(fd);
	setenv("PMU_PROFILES", REFERENCE "/profiles", 1);
}

static unsigned int timeout_of(const char *collection)
{
	unsigned int timeout = DEFAULT_TIMEOUT_S;
	char path[256], line[128];
	FILE *f;

	snprintf(path, sizeof(path), TREE "/%s/settings", collection);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "timeout=%u", &timeout);
	if (f)
		fclose(f);
	return timeout;
}

static void program(const char *collection, const char *name, unsigned int timeout)
{
	char path[256], text[16];
	int null = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	dup2(null, 0);
	dup2(results, 1);
	dup2(results, 2);
	snprintf(path, sizeof(path), TREE "/%s", collection);
	if (chdir(path))
		_exit(127);
	/* As run_kselftest.sh does: a program may want to know that it runs under kselftest. */
	snprintf(text, sizeof(text), "%u", timeout);
	setenv("kselftest_timeout", text, 1);
	snprintf(path, sizeof(path), "./%s", name);
	execl(path, path, NULL);
	dprintf(2, "# %s:%s: %s\n", collection, name, strerror(errno));
	_exit(127);
}

static time_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

/* Wait for a process until a time: its wait status, -1 when the time is over, -2 without one. */
static int wait_until(pid_t pid, time_t end)
{
	const struct timespec poll = { .tv_sec = 1 };
	sigset_t chld;
	int status;
	pid_t got;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	for (;;) {
		while ((got = waitpid(-1, &status, WNOHANG)) > 0)
			if (got == pid)
				return status;
		if (got < 0 && errno == ECHILD)
			return -2;
		if (now() >= end)
			return -1;
		sigtimedwait(&chld, NULL, &poll);
	}
}

static void run(const char *collection, const char *name)
{
	unsigned int timeout = timeout_of(collection);
	FILE *kmsg = fopen("/dev/kmsg", "w");
	int status, code;
	pid_t pid;

	if (kmsg) {
		fprintf(kmsg, "kselftest: %s: %s\n", collection, name);
		fclose(kmsg);
	}
	frame("start %s %s", collection, name);
	pid = fork();
	if (!pid)
		program(collection, name, timeout);
	status = wait_until(pid, now() + timeout);
	code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (status == -1) {
		code = FRAME_TIMEOUT;
		kill(-pid, SIGTERM);
		if (wait_until(pid, now() + GRACE_S) == -1)
			kill(-pid, SIGKILL);
	}
	/* What the program has left running: let it end, then end it. */
	if (wait_until(0, now() + REAP_S) == -1) {
		kill(-1, SIGKILL);
		wait_until(0, now() + REAP_S);
	}
	frame("end %s %s %d %u", collection, name, code, timeout);
}

static int wanted(const char *test)
{
	const char *tests = getenv("pmu_tests"), *at;
	size_t len = strlen(test);

	if (!tests)
		return 1;
	for (at = tests; (at = strstr(at, test)); at += len)
		if ((at == tests || at[-1] == ',') && (!at[len] || at[len] == ','))
			return 1;
	return 0;
}

int main(void)
{
	char line[256], *name;
	struct utsname uts;
	sigset_t chld;
	FILE *list;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, NULL);
	mounts();
	enable_cgroups();
	open_results();
	load_reference();
	uname(&uts);
	frame("kernel %s %s", uts.release, uts.machine);
	setenv("PATH", "/bin:/sbin:/usr/bin:/usr/sbin", 1);
	setenv("HOME", "/", 1);
	setenv("PMU_LAB", getenv("pmu_lab") ? getenv("pmu_lab") : "qemu", 1);
	setenv("PMU_STORM", "1", 1);
	setenv("PMU_STRICT", "1", 1);
	if (getenv("pmu_insn_ns"))
		setenv("PMU_INSN_NS", getenv("pmu_insn_ns"), 1);
	if (getenv("pmu_storm_period"))
		setenv("PMU_STORM_PERIOD", getenv("pmu_storm_period"), 1);
	list = fopen(TREE "/kselftest-list.txt", "r");
	while (list && fgets(line, sizeof(line), list)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!wanted(line))
			continue;
		name = strchr(line, ':');
		if (!name)
			continue;
		*name++ = '\0';
		run(line, name);
	}
	frame("done");
	off();
	return 0;
}
