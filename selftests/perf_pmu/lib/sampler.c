// SPDX-License-Identifier: GPL-2.0
#include "sampler.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "events.h"

/* Holds ten thousand of our samples: more than come between two polls at the default limit. */
#define RING_BYTES	(512 * 1024)

/* Samples, more than a test takes. */
#define NEVER		(1 << 30)

/* Long enough for a few thousand events on the slowest machine, and for several ticks. */
#define COUNT_NS	20000000

int sampler_open(struct sampler *sampler, const struct perf_event_attr *attr, int cpu,
		 uint64_t period)
{
	return sampler_open_in(sampler, attr, cpu, period, -1, 0);
}

int sampler_open_in(struct sampler *sampler, const struct perf_event_attr *attr, int cpu,
		    uint64_t period, int group_fd, unsigned int pages)
{
	if (!pages)
		pages = RING_BYTES / sysconf(_SC_PAGESIZE);
	memset(sampler, 0, sizeof(*sampler));
	sampler->cpu = cpu;
	sampler->attr = *attr;
	sampler->attr.sample_period = period;
	sampler->attr.sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_TIME;
	sampler->attr.disabled = 1;
	/*
	 * Nobody waits for the ring: a wakeup would only add to what the interrupt costs. By
	 * events, not by watermark: with that x86 collects many PEBS samples for one interrupt
	 * (intel_pmu_hw_config()).
	 */
	sampler->attr.wakeup_events = NEVER;
	sampler->fd = event_open(&sampler->attr, 0, cpu, group_fd, PERF_FLAG_FD_CLOEXEC);
	if (sampler->fd < 0)
		return -1;
	if (!ring_open(&sampler->ring, sampler->fd, pages ? pages : 1, &sampler->attr))
		return 0;
	close(sampler->fd);
	return -1;
}

void sampler_close(struct sampler *sampler)
{
	ring_close(&sampler->ring);
	close(sampler->fd);
}

static int switch_all(struct sampler *sampler, unsigned long request)
{
	int ret = 0;

	for (; sampler; sampler = sampler->beside)
		ret |= ioctl(sampler->fd, request, 0);
	return ret;
}

int sampler_enable(struct sampler *sampler)
{
	return switch_all(sampler, PERF_EVENT_IOC_ENABLE);
}

int sampler_disable(struct sampler *sampler)
{
	return switch_all(sampler, PERF_EVENT_IOC_DISABLE);
}

unsigned int sampler_poll(struct sampler *sampler)
{
	struct ring_counts before = sampler_counts(sampler), after;
	struct sampler *each;

	for (each = sampler; each; each = each->beside)
		ring_drain(&each->ring, each->visit, each->visit_arg);
	after = sampler_counts(sampler);
	return after.samples + after.lost - before.samples - before.lost;
}

struct ring_counts sampler_counts(const struct sampler *sampler)
{
	struct ring_counts sum = { 0 };

	for (; sampler; sampler = sampler->beside) {
		sum.samples += sampler->ring.counts.samples;
		sum.lost += sampler->ring.counts.lost;
		sum.throttle += sampler->ring.counts.throttle;
		sum.unthrottle += sampler->ring.counts.unthrottle;
	}
	return sum;
}

uint64_t count_rate(const struct perf_event_attr *attr, int cpu, load_fn load, bool *busy)
{
	struct {
		uint64_t count, enabled, running;
	} value = { 0 };
	struct perf_event_attr counting = *attr;
	unsigned long iterations = load_iterations(load, COUNT_NS);
	uint64_t took;
	int fd;

	/*
	 * A sampling event that does not overflow takes the path through the driver that the
	 * samplers will take. QEMU's riscv PMU loses the first overflow after an event without a
	 * period.
	 */
	counting.sample_period = NO_OVERFLOW;
	counting.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	*busy = false;
	fd = event_open(&counting, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return 0;
	took = now_ns();
	load(iterations);
	if (read(fd, &value, sizeof(value)) != sizeof(value))
		memset(&value, 0, sizeof(value));
	took = now_ns() - took;
	close(fd);
	*busy = value.enabled && !value.running;
	/* Both move with the tick where sched_clock() does: good for their ratio only. */
	if (value.running < value.enabled)
		return value.running ? (double)value.count * NSEC_PER_SEC / value.running : 0;
	return took ? (double)value.count * NSEC_PER_SEC / took : 0;
}
