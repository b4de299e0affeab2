// SPDX-License-Identifier: GPL-2.0
/* The counters behind counters.h: an hrtimer is the interrupt line of a CPU. */
#include "counters.h"
#include "timer.h"

#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/percpu.h>
#include <asm/irq_regs.h>

struct counter {
	u32 left;
	bool running;
};

struct counters {
	struct counter counter[REFPMU_COUNTERS];
	struct hrtimer line;
	unsigned long overflowed;
	ktime_t since;		/* of the last look at the clock, while on */
	ktime_t quiet;		/* no interrupt before this */
	bool on;
	bool raised;		/* the handler runs: the line is set when it has ended */
};

static DEFINE_PER_CPU(struct counters, counters);

static void (*interrupt)(struct pt_regs *regs);

/* Let the time since the last look pass for the counters that run. */
static void advance(struct counters *c)
{
	ktime_t now = ktime_get();
	s64 passed = ktime_sub(now, c->since);
	int nr;

	if (!c->on)
		return;
	c->since = now;
	for (nr = 0; nr < REFPMU_COUNTERS; nr++) {
		if (!c->counter[nr].running)
			continue;
		if (passed < c->counter[nr].left) {
			c->counter[nr].left -= passed;
			continue;
		}
		c->counter[nr].left = 0;
		c->overflowed |= 1UL << nr;
	}
}

/* The timer is due when the first counter that runs reaches 0. */
static void set_line(struct counters *c)
{
	u32 first = REFPMU_COUNTER_MAX;
	bool any = false;
	ktime_t when;
	int nr;

	if (c->raised)
		return;
	for (nr = 0; c->on && nr < REFPMU_COUNTERS; nr++) {
		if (!c->counter[nr].running)
			continue;
		any = true;
		first = min(first, c->counter[nr].left);
	}
	if (!any) {
		hrtimer_try_to_cancel(&c->line);
		return;
	}
	when = ktime_add_ns(c->since, first);
	if (ktime_before(when, c->quiet))
		when = c->quiet;
	hrtimer_start(&c->line, when, HRTIMER_MODE_ABS_PINNED_HARD);
}

static enum hrtimer_restart line_raised(struct hrtimer *line)
{
	struct counters *c = container_of(line, struct counters, line);

	/* The switch was thrown while the interrupt was on its way. */
	if (!c->on)
		return HRTIMER_NORESTART;
	advance(c);
	c->raised = true;
	interrupt(get_irq_regs());
	c->raised = false;
	advance(c);
	c->quiet = ktime_add_ns(ktime_get(), REFPMU_INTERRUPT_GAP_NS);
	set_line(c);
	return HRTIMER_NORESTART;
}

void counter_write(int nr, u32 value)
{
	struct counters *c = this_cpu_ptr(&counters);

	advance(c);
	c->counter[nr].left = value;
	c->overflowed &= ~(1UL << nr);
}

u32 counter_read(int nr)
{
	struct counters *c = this_cpu_ptr(&counters);

	advance(c);
	return c->counter[nr].left;
}

void counter_start(int nr)
{
	struct counters *c = this_cpu_ptr(&counters);

	advance(c);
	c->counter[nr].running = true;
	set_line(c);
}

void counter_stop(int nr)
{
	struct counters *c = this_cpu_ptr(&counters);

	advance(c);
	c->counter[nr].running = false;
	set_line(c);
}

bool counter_runs(int nr)
{
	return this_cpu_ptr(&counters)->counter[nr].running;
}

unsigned long counters_overflowed(void)
{
	struct counters *c = this_cpu_ptr(&counters);

	advance(c);
	return c->overflowed;
}

void counters_switch(bool on)
{
	struct counters *c = this_cpu_ptr(&counters);

	if (c->on == on)
		return;
	advance(c);
	c->on = on;
	c->since = ktime_get();
	set_line(c);
}

void counters_probe(void (*handler)(struct pt_regs *regs))
{
	int cpu;

	interrupt = handler;
	for_each_possible_cpu(cpu)
		timer_setup_hard(&per_cpu(counters, cpu).line, line_raised);
}

void counters_remove(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		hrtimer_cancel(&per_cpu(counters, cpu).line);
}
