// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel in miniature: the interfaces of the perf core and of interrupts, and one handler for
 * each way in which compilers and linkers let it call them. SILENT: nothing reports. HEALTHY: only
 * handlers that need nothing or report.
 */
#define __noclone __attribute__((noinline, noipa))
#define __cold __attribute__((cold, noinline, noipa))

/* FAR: __attribute__((section(".far"))), linked where a call does not reach. */
#ifndef FAR
#define FAR
#endif

typedef int (*handler_t)(int irq, void *data);

struct action {
	struct action *next;
	handler_t handler;
};

struct key {
	handler_t func;
};

volatile int counters;
/* Who calls what is in there is not seen from here. */
handler_t volatile at_run_time;

FAR __noclone int perf_event_overflow(long number)
{
	counters += number;
	return counters;
}

__noclone int perf_aux_output_end(long number)
{
	counters -= number;
	return counters;
}

FAR __noclone int perf_sample_event_took(long number)
{
	counters *= number;
	return counters;
}

__noclone int request_threaded_irq(int irq, handler_t handler, handler_t thread)
{
	at_run_time = handler;
	return irq + !thread;
}

__noclone int __register_nmi_handler(int type, struct action *action)
{
	at_run_time = action->handler;
	return type;
}

__noclone int hrtimer_setup(int *timer, handler_t function)
{
	at_run_time = function;
	return *timer;
}

__cold void never(void)
{
	counters++;
}

#ifdef SILENT
#define REPORT()
#else
#define REPORT() perf_sample_event_took(counters)
#endif

__noclone static int deliver(long number)
{
	int sum = 0;

	while (number--)
		sum += perf_event_overflow(number);
	return sum;
}

__noclone static int report(long number)
{
#ifdef SILENT
	return number;
#else
	return perf_sample_event_took(number) + 1;
#endif
}

/* Delivers and reports itself. */
__noclone static int plain_handler(int irq, void *data)
{
	perf_event_overflow(irq);
	REPORT();
	return !data;
}

/* Both through helpers. */
__noclone static int helped_handler(int irq, void *data)
{
	int delivered = deliver(irq);

	return delivered + report(irq) + !data;
}

#ifndef HEALTHY
/* Its last call is a jump. */
__noclone static int tail_handler(int irq, void *data)
{
	(void)data;
	return deliver(irq);
}

/* Samples in a part that the compiler moves away. */
__noclone static int cold_handler(int irq, void *data)
{
	if (__builtin_expect(counters == irq, 0)) {
		never();
		counters += perf_event_overflow(irq);
		never();
	}
	return !data;
}

__noclone static int nmi_handler(int irq, void *data)
{
	counters += deliver(irq);
	return !data;
}

/* A driver's part that a dispatcher calls through a pointer. */
__noclone static int driver_handler(int irq, void *data)
{
	counters += deliver(irq);
	return !data;
}

struct action nmi_action = { .handler = nmi_handler };
struct action driver = { .handler = driver_handler };
#endif

__noclone static int timer_handler(int irq, void *data)
{
	counters += deliver(irq);
	return !data;
}

__noclone static int buffer_handler(int irq, void *data)
{
	counters += perf_aux_output_end(irq);
	return !data;
}

#ifdef __x86_64__
__noclone int called_statically(int irq, void *data)
{
	counters += deliver(irq);
	return !data;
}

struct key __SCK__handle = { called_statically };

/* As arch/x86/include/asm/static_call.h makes them. */
__attribute__((naked, noipa)) int __SCT__handle(int irq, void *data)
{
	asm("jmp called_statically\n\t.byte 0x0f, 0xb9, 0xcc");
}

__noclone static int static_call_handler(int irq, void *data)
{
	counters += __SCT__handle(irq, data);
	REPORT();
	return !data;
}

#ifndef HEALTHY
__noclone static int silent_static_call_handler(int irq, void *data)
{
	return __SCT__handle(irq, data);
}
#endif
#endif

void _start(void)
{
	int timer = 0;

	request_threaded_irq(1, plain_handler, 0);
	request_threaded_irq(2, helped_handler, 0);
	request_threaded_irq(3, buffer_handler, 0);
	hrtimer_setup(&timer, timer_handler);
#ifdef __x86_64__
	request_threaded_irq(4, static_call_handler, 0);
#endif
#ifndef HEALTHY
	request_threaded_irq(5, tail_handler, 0);
	request_threaded_irq(6, cold_handler, 0);
	__register_nmi_handler(0, &nmi_action);
#ifdef __x86_64__
	request_threaded_irq(7, silent_static_call_handler, 0);
#endif
	for (;;)
		counters += driver.handler(0, 0);
#endif
}
