// SPDX-License-Identifier: GPL-2.0
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sysctl.h"

#define RECORD_NAME	"perf_pmu.limits"

/* A killed process that is not stuck is gone long before. */
#define WORKER_END_MS	2000

/* Gone after a reboot, as the sysctls are; the last is for systems without the others. */
static const char *const record_dirs[] = { "/run", "/dev/shm", "/tmp" };

static struct {
	struct limits found;
	char record[64];
	int record_fd;		/* holds the lock; -1 where no folder is writable */
	int pipe_fd;		/* write end: its closing tells the guard of our death */
	pid_t owner, pid;
	int *worker;		/* shared with the guard */
} guard = { .record_fd = -1 };

/*
 * Opens the record for us alone. GUARD_OK also when there is no place for one: the guard remains.
 */
static enum guard_state record_open(void)
{
	struct stat st;
	size_t i;

	for (i = 0; i < sizeof(record_dirs) / sizeof(*record_dirs); i++) {
		snprintf(guard.record, sizeof(guard.record), "%s/" RECORD_NAME, record_dirs[i]);
		guard.record_fd = open(guard.record, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
				       0600);
		if (guard.record_fd < 0)
			continue;
		/* In /tmp anybody may have put one there for us. */
		if (fstat(guard.record_fd, &st) || !S_ISREG(st.st_mode) ||
		    st.st_uid != geteuid()) {
			close(guard.record_fd);
			guard.record_fd = -1;
			continue;
		}
		if (flock(guard.record_fd, LOCK_EX | LOCK_NB))
			return errno == EWOULDBLOCK ? GUARD_BUSY : GUARD_FAILED;
		return GUARD_OK;
	}
	guard.record[0] = 0;
	return GUARD_OK;
}

/* An earlier run and its guard were both killed: put back what they had found. */
static bool record_restore(void)
{
	char text[64] = "";
	struct limits found;

	if (pread(guard.record_fd, text, sizeof(text) - 1, 0) <= 0)
		return false;
	if (sscanf(text, "%u %u\n", &found.rate, &found.percent) != 2)
		return false;
	if (!found.rate || found.percent > 100)
		return false;
	return !limits_write(&found);
}

/* One write of a whole line: a record is there or it is not. */
static int record_save(void)
{
	char text[64];
	int len;

	len = snprintf(text, sizeof(text), "%u %u\n", guard.found.rate, guard.found.percent);
	if (ftruncate(guard.record_fd, 0))
		return -1;
	return pwrite(guard.record_fd, text, len, 0) == len ? 0 : -1;
}

static int restore(void)
{
	int ret = limits_write(&guard.found);

	if (!ret && guard.record_fd >= 0)
		ret = ftruncate(guard.record_fd, 0);
	return ret;
}

/*
 * A worker that is still inside a write of a sysctl would undo our restore. SIGKILL is
 * asynchronous, so wait for its end, but not for ever: it may be stuck in the kernel.
 */
static void kill_worker(pid_t worker)
{
	struct pollfd end = { .fd = -1, .events = POLLIN };

	end.fd = syscall(SYS_pidfd_open, worker, 0);
	kill(worker, SIGKILL);
	if (end.fd < 0)
		return;
	poll(&end, 1, WORKER_END_MS);
	close(end.fd);
}

/* The guard's life: wait for the owner's end or its goodbye. */
static void watch(int pipe_fd)
{
	char bye;
	ssize_t len;

	setsid();
	prctl(PR_SET_NAME, "pmu_guard");
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	do {
		len = read(pipe_fd, &bye, 1);
	} while (len < 0 && errno == EINTR);
	if (len == 1)
		_exit(0);
	if (*guard.worker > 0)
		kill_worker(*guard.worker);
	restore();
	_exit(0);
}

/* The output streams stay with the owner, so that a reader of ours sees the end when we end. */
static void detach_output(void)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0)
		return;
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	close(null);
}

static enum guard_state failed(char *why, size_t why_size, const char *what)
{
	snprintf(why, why_size, "%s: %s", what, strerror(errno));
	return GUARD_FAILED;
}

enum guard_state guard_start(char *why, size_t why_size)
{
	enum guard_state state;
	bool mended;
	int fds[2];

	*why = 0;
	state = record_open();
	if (state == GUARD_FAILED)
		return failed(why, why_size, guard.record);
	if (state == GUARD_BUSY) {
		snprintf(why, why_size, "%s is locked by another run", guard.record);
		return state;
	}
	mended = guard.record_fd >= 0 && record_restore();
	if (limits_read(&guard.found))
		return failed(why, why_size, SYSCTL_RATE);
	if (mended)
		snprintf(why, why_size, "restored %u samples/s and %u %% for a run that was killed",
			 guard.found.rate, guard.found.percent);
	guard.worker = mmap(NULL, sizeof(*guard.worker), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guard.worker == MAP_FAILED)
		return failed(why, why_size, "mmap");
	if (guard.record_fd >= 0 && record_save())
		return failed(why, why_size, guard.record);
	if (pipe2(fds, O_CLOEXEC))
		return failed(why, why_size, "pipe");
	guard.owner = getpid();
	guard.pid = fork();
	if (guard.pid < 0)
		return failed(why, why_size, "fork");
	if (!guard.pid) {
		close(fds[1]);
		detach_output();
		watch(fds[0]);
	}
	close(fds[0]);
	guard.pipe_fd = fds[1];
	return GUARD_OK;
}

void guard_worker(int pid)
{
	*guard.worker = pid;
}

void guard_forget(void)
{
	if (!guard.pid)
		return;
	close(guard.pipe_fd);
	if (guard.record_fd >= 0)
		close(guard.record_fd);
	guard.pid = 0;
}

int guard_stop(void)
{
	int ret;

	if (!guard.pid || guard.owner != getpid())
		return 0;
	ret = restore();
	/* A guard that was killed is no loss now: EPIPE is fine. */
	signal(SIGPIPE, SIG_IGN);
	if (write(guard.pipe_fd, "q", 1) == 1)
		waitpid(guard.pid, NULL, 0);
	close(guard.pipe_fd);
	if (guard.record_fd >= 0)
		close(guard.record_fd);
	guard.record_fd = -1;
	guard.pid = 0;
	return ret;
}
