// SPDX-License-Identifier: GPL-2.0
#include "sampler.h"

#include <stdio.h>
#include <string.h>

#include "sysctl.h"

/* How often the ring and the rate are looked at: a few interrupts apart at the gentle rate. */
#define LOOK_NS		100000

static struct {
	bool watched;
	struct kmsg reader;
} kernel_log;

int window_watch_log(void)
{
	kernel_log.watched = !kmsg_open(&kernel_log.reader);
	return kernel_log.watched ? 0 : -1;
}

void window_unwatch_log(void)
{
	if (kernel_log.watched)
		kmsg_close(&kernel_log.reader);
	kernel_log.watched = false;
}

static void note_rate(struct window *window)
{
	unsigned int rate;

	if (rate_read(&rate) || rate == window_rate(window))
		return;
	/* A longer fall keeps its first steps and its end. */
	if (window->nr_rates == WINDOW_STEPS)
		window->nr_rates--;
	window->rates[window->nr_rates++] = rate;
}

static void note_line(struct window *window, const char *line)
{
	struct kmsg_took took;
	enum kmsg_kind kind = kmsg_classify(line, strlen(line), &took);

	if (kind == KMSG_TOOK && window->nr_took < WINDOW_STEPS)
		window->took[window->nr_took++] = took;
	if (kmsg_is_fault(kind) && !window->faults++)
		snprintf(window->fault, sizeof(window->fault), "%.*s",
			 (int)sizeof(window->fault) - 1, line);
}

/* What was logged before the window is not its witness: called with window NULL first. */
static void read_log(struct window *window)
{
	char line[1024];

	if (!kernel_log.watched)
		return;
	while (kmsg_read(&kernel_log.reader, line, sizeof(line)) > 0)
		if (window)
			note_line(window, line);
}

static void count_window(const struct sampler *sampler, const struct ring_counts *before,
			 struct window *window)
{
	struct ring_counts now = sampler_counts(sampler);

	window->counts.samples = now.samples - before->samples;
	window->counts.lost = now.lost - before->lost;
	window->counts.throttle = now.throttle - before->throttle;
	window->counts.unthrottle = now.unthrottle - before->unthrottle;
}

int window_run(struct sampler *sampler, const struct window_plan *plan, struct window *window)
{
	unsigned long chunk = load_iterations(plan->load, LOOK_NS);
	struct ring_counts before = sampler_counts(sampler);
	uint64_t start, look, now;

	memset(window, 0, sizeof(*window));
	read_log(NULL);
	if (limits_write(&plan->limits))
		return -1;
	window->rates[window->nr_rates++] = plan->limits.rate;
	start = now_ns();
	look = start;
	if (sampler && sampler_enable(sampler))
		return -1;
	do {
		plan->load(chunk);
		if (sampler)
			window->interrupts += sampler_poll(sampler);
		note_rate(window);
		now = now_ns();
		if (now - look > window->slowest_ns)
			window->slowest_ns = now - look;
		look = now;
		if (plan->until_fall && window_fell(window))
			break;
		if (plan->interrupts && window->interrupts >= plan->interrupts)
			break;
	} while (now - start < plan->max_ns);
	if (sampler) {
		sampler_disable(sampler);
		window->interrupts += sampler_poll(sampler);
	}
	note_rate(window);
	window->ns = now_ns() - start;
	read_log(window);
	count_window(sampler, &before, window);
	return 0;
}

unsigned int window_rate(const struct window *window)
{
	return window->rates[window->nr_rates - 1];
}

bool window_fell(const struct window *window)
{
	return window->nr_rates > 1;
}
