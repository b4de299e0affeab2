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

#include "guard_undo.h"
#include "sysctl.h"

#define RECORD_NAME	"perf_pmu.limits"

/* A whole record: rate, percent, CPU and cgroups; a shorter one does not shorten the file. */
#define RECORD_LEN	(64 + CGROUPS * CGROUP_LEN)

/* A killed process that is not stuck is gone long before. */
#define WORKER_END_MS	2000

/* Gone after a reboot, as the sysctls are; the last is for systems without the others. */
static const char *const record_dirs[] = { "/run", "/dev/shm", "/tmp" };

static struct {
	struct limits found;	/* rate 0: a kernel without perf events */
	char record[64];
	int record_fd;		/* holds the lock; -1 where no folder is writable */
	int pipe_fd;		/* write end: its closing tells the guard of our death */
	pid_t owner, pid;
	struct pending *pending;
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
	struct pending pending = { .cpu = -1 };
	char text[RECORD_LEN + 1] = "";
	struct limits found;
	int nr;

	if (pread(guard.record_fd, text, sizeof(text) - 1, 0) <= 0)
		return false;
	nr = sscanf(text, "%u %u %d %159s %159s", &found.rate, &found.percent, &pending.cpu,
		    pending.cgroup[0], pending.cgroup[1]);
	if (nr < 2 || found.percent > 100)
		return false;
	guard_undo_pending(&pending);
	return found.rate && !limits_write(&found);
}

/* One write of a whole record over the last: it is the one or the other. */
static int record_save(int fd)
{
	char text[RECORD_LEN + 1], line[RECORD_LEN];

	snprintf(line, sizeof(line), "%u %u %d %s %s", guard.found.rate, guard.found.percent,
		 guard.pending->cpu, guard.pending->cgroup[0], guard.pending->cgroup[1]);
	snprintf(text, sizeof(text), "%-*s\n", RECORD_LEN - 1, line);
	return pwrite(fd, text, RECORD_LEN, 0) == RECORD_LEN ? 0 : -1;
}

/* Where they may not be written, nobody has changed them. */
static int restore_limits(void)
{
	struct limits now;

	if (!guard.found.rate)
		return 0;
	if (!limits_read(&now) && now.rate == guard.found.rate &&
	    now.percent == guard.found.percent)
		return 0;
	return limits_write(&guard.found);
}

static int restore(void)
{
	int ret = guard_undo_pending(guard.pending);

	if (restore_limits())
		ret = -1;
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
	if (guard.pending->worker > 0)
		kill_worker(guard.pending->worker);
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
	if (limits_read(&guard.found)) {
		if (errno != ENOENT)
			return failed(why, why_size, SYSCTL_RATE);
		memset(&guard.found, 0, sizeof(guard.found));
	}
	if (mended)
		snprintf(why, why_size, "restored %u samples/s and %u %% for a run that was killed",
			 guard.found.rate, guard.found.percent);
	guard.pending = mmap(NULL, sizeof(*guard.pending), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guard.pending == MAP_FAILED)
		return failed(why, why_size, "mmap");
	guard.pending->cpu = -1;
	if (guard.record_fd >= 0 && record_save(guard.record_fd))
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
	guard.pending->worker = pid;
}

/* The worker has let go of the lock with its descriptor: it writes by another. */
static int pending_save(void)
{
	int fd, ret;

	if (!guard.record[0])
		return 0;
	fd = open(guard.record, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -1;
	ret = record_save(fd);
	close(fd);
	return ret;
}

int guard_cpu(int cpu)
{
	guard.pending->cpu = cpu;
	return pending_save();
}

int guard_cgroup(const char *path)
{
	int i = 0;

	while (i < CGROUPS && guard.pending->cgroup[i][0])
		i++;
	/* The record's words are separated by blanks. */
	if (i == CGROUPS || strlen(path) >= CGROUP_LEN || strchr(path, ' ')) {
		errno = ENAMETOOLONG;
		return -1;
	}
	snprintf(guard.pending->cgroup[i], CGROUP_LEN, "%s", path);
	return pending_save();
}

int guard_undo(void)
{
	if (guard_undo_pending(guard.pending))
		return -1;
	guard.pending->cpu = -1;
	memset(guard.pending->cgroup, 0, sizeof(guard.pending->cgroup));
	return pending_save();
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
