// SPDX-License-Identifier: GPL-2.0
/*
 * A case of the report that this suite came from: one event or two at once, at a short period, on
 * one CPU. Interrupts are as many in a tick as the limit says, the limit falls to what a handler
 * costs, each is sampled where the program was, none is lost, and the machine stays usable.
 */
#include "alp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../lib/sysctl.h"

/* Some 100 throttle cycles at HZ 1024. */
#define CASE_NS		100000000

/* Whoever asks for a longer period than this makes no storm: the control of the report. */
#define CALM_PERIOD	10007

/*
 * A user ip is always in the program; one in a hundred may be where the kernel has put code of its
 * own (signal return).
 */
#define OUTSIDE_PERCENT	1

/*
 * Between two looks at the ring, which take as long again at most, the program is in its load. Not
 * with two events that take turns: the core unthrottles an event whose turn comes
 * (event_sched_in()), and the program has all hands full with reading.
 */
#define IN_LOAD_PERCENT	50

/* Fewer tell nothing about shares. */
#define ENOUGH		256

/* Ticks that were held up come in a row, and some before the window's start and after its end. */
#define TICKS_MORE	16

/*
 * An overflow is merged when the counter goes round before the one before was taken: 2^20 cycles,
 * 4 ms at 250 MHz. Where the program was held up for so long, another CPU had QEMU's turn.
 */
#define ROUND_NS	4000000

/* The lab's PALcode says how many overflows it merged with one before; hardware does not. */
#define LOST_OVERFLOWS	"caps/lost_overflows"

struct outcome case_event(const struct duration *dur, const char *text,
			  struct perf_event_attr *attr)
{
	char err[PMU_ERR_LEN];

	if (event_parse(PMU_SYSFS, &dur->target->pmu, text, attr, err))
		return skip(SKIP_NO_EVENT, "%s", err);
	return pass();
}

static struct outcome open_case(const struct duration *dur, const struct profile_case *one,
				struct stream *streams, int *nr)
{
	const char *const events[] = { one->event, one->with };
	const uint64_t periods[] = { one->period, one->with_period };
	struct perf_event_attr attr;
	struct outcome outcome;
	int i;

	for (i = 0; i < 2 && *events[i]; i++) {
		outcome = case_event(dur, events[i], &attr);
		if (outcome.verdict != PASS)
			return outcome;
		if (stream_open(&streams[i], &attr, dur->cpu, periods[i]))
			return skip(SKIP_SETUP_BROKEN, "event %s: %s", events[i], strerror(errno));
		*nr = i + 1;
		if (i)
			streams[0].sampler.beside = &streams[i].sampler;
	}
	return pass();
}

static bool lost_overflows(const struct duration *dur, unsigned int *lost)
{
	char path[PMU_DIR_LEN + sizeof(LOST_OVERFLOWS) + 1];

	snprintf(path, sizeof(path), "%s/" LOST_OVERFLOWS, dur->target->pmu.dir);
	return !read_uint(path, lost);
}

static void tell(const char *event, const struct stream *stream)
{
	const struct ring_counts *counts = &stream->sampler.ring.counts;

	evidence("event", "%s, periods %llu to %llu", event, (unsigned long long)stream->shortest,
		 (unsigned long long)stream->longest);
	evidence("samples", "%llu, %llu lost, %u while throttled",
		 (unsigned long long)counts->samples, (unsigned long long)counts->lost,
		 stream->ignored);
	evidence("cycles", "%llu throttles, %llu unthrottles, %u samples each",
		 (unsigned long long)counts->throttle, (unsigned long long)counts->unthrottle,
		 stream_cadence(stream));
	evidence("ips", "%llu of user mode, %llu in the program, %llu in its load",
		 (unsigned long long)stream->user, (unsigned long long)stream->in_program,
		 (unsigned long long)stream->in_load);
}

/* Is it what a tick may have at a rate that was in force? The last may have come at the end. */
static bool is_cadence(const struct window *window, unsigned int hz, unsigned int cadence)
{
	int i;

	for (i = 0; i < window->nr_rates; i++)
		if (budget_per_tick(window->rates[i], hz) == cadence)
			return true;
	return false;
}

/* As many samples in a tick as the limit allows, then none until a later tick. */
static struct outcome judge_throttle(const struct duration *dur, const struct profile_case *one,
				     const struct stream *stream, const struct window *window)
{
	const struct ring_counts *counts = &stream->sampler.ring.counts;
	uint64_t ticks = window->ns / budget_tick_ns(dur->hz) + TICKS_MORE;
	uint64_t most = ticks * budget_per_tick(window->rates[0], dur->hz);
	unsigned int cadence = stream_cadence(stream);

	if (*one->with)
		most *= 2;
	if (stream->ignored)
		return fail("%u samples came although the event was throttled", stream->ignored);
	if (counts->samples > most)
		return fail("%llu samples in %llu ticks, the limit allows %llu",
			    (unsigned long long)counts->samples, (unsigned long long)ticks,
			    (unsigned long long)most);
	if (counts->throttle > counts->unthrottle + 1)
		return fail("%llu throttles, %llu unthrottles",
			    (unsigned long long)counts->throttle,
			    (unsigned long long)counts->unthrottle);
	/* A burst that does not fill its tick, being calm or in turns, goes on in the next. */
	if (one->period < CALM_PERIOD && !*one->with && cadence &&
	    !is_cadence(window, dur->hz, cadence))
		return fail("throttled after %u interrupts, not the %u that a tick may have",
			    cadence, budget_per_tick(window_rate(window), dur->hz));
	return pass();
}

static struct outcome judge_ips(const struct profile_case *one, const struct stream *stream)
{
	uint64_t outside = stream->user - stream->in_program;

	if (stream->sampler.ring.counts.samples < ENOUGH)
		return pass();
	/* A period of a few instructions may end before the handler has returned. */
	if (one->period >= CALM_PERIOD && !stream->user)
		return fail("no sample is of user mode, where the program was");
	if (outside * 100 > stream->user * OUTSIDE_PERCENT)
		return fail("%llu of %llu user ips lie outside the program",
			    (unsigned long long)outside, (unsigned long long)stream->user);
	if (!*one->with && stream->user >= ENOUGH &&
	    stream->in_load * 100 < stream->user * IN_LOAD_PERCENT)
		return fail("%llu of %llu user ips lie in the load that ran most of the time",
			    (unsigned long long)stream->in_load, (unsigned long long)stream->user);
	return pass();
}

static struct outcome judge_stream(const struct duration *dur, const struct profile_case *one,
				   const struct stream *stream, const struct window *window)
{
	struct outcome outcome;

	if (!stream->sampler.ring.counts.samples)
		return fail("no sample at period %llu",
			    (unsigned long long)stream->sampler.attr.sample_period);
	outcome = judge_throttle(dur, one, stream, window);
	return outcome.verdict == PASS ? judge_ips(one, stream) : outcome;
}

/*
 * Where feedback is known to be missing, a machine that suffers from the storm is no news. What
 * the records say must be right all the same.
 */
static struct outcome judge(const struct duration *dur, const struct profile_case *one,
			    const struct stream *streams, int nr, const struct window *window,
			    uint64_t late_ns, bool *sick)
{
	struct window seen = *window;
	struct outcome outcome = pass(), health;
	uint64_t cost;
	int i;

	/* It is reading that takes the program so long: see IN_LOAD_PERCENT. */
	if (*one->with)
		seen.slowest_ns = 0;
	health = storm_health(dur, &seen, late_ns);
	*sick = health.verdict != PASS;
	for (i = 0; i < nr && outcome.verdict == PASS; i++)
		outcome = judge_stream(dur, one, &streams[i], window);
	if (outcome.verdict != PASS) {
		outcome.beyond = true;
		return outcome;
	}
	if (*sick)
		return health;
	/* A limit as low as this is below what a handler's cost would lead to. */
	if (one->limit)
		return pass();
	cost = storm_cost(dur);
	evidence("handler_ns", "%llu", (unsigned long long)cost);
	return storm_feedback(dur, window, cost);
}

static struct outcome run_case(struct duration *dur, const struct profile_case *one,
			       struct stream *streams, int nr, bool *sick)
{
	struct window_plan plan = { .load = load_run, .limits = storm_limits, .max_ns = CASE_NS };
	unsigned int before = 0, after = 0, merged;
	struct outcome outcome;
	uint64_t late_ns;
	struct window window;
	int i;

	if (one->limit)
		plan.limits.rate = one->limit;
	note("about to: %s period %llu on cpu %d", one->event, (unsigned long long)one->period,
	     dur->cpu);
	lost_overflows(dur, &before);
	if (storm_window(&streams[0].sampler, &plan, &window, &late_ns))
		return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	merged = lost_overflows(dur, &after) ? after - before : 0;
	for (i = 0; i < nr; i++)
		tell(i ? one->with : one->event, &streams[i]);
	evidence("rate", "%u -> %u", window.rates[0], window_rate(&window));
	evidence("late_us", "%llu here, %llu on another CPU",
		 (unsigned long long)window.slowest_ns / 1000,
		 (unsigned long long)late_ns / 1000);
	evidence("merged_overflows", "%u", merged);
	outcome = judge(dur, one, streams, nr, &window, late_ns, sick);
	if (outcome.verdict == PASS && merged && !dur->host_time &&
	    window.slowest_ns < ROUND_NS)
		return fail("%u overflows were merged with one before", merged);
	return outcome;
}

/*
 * A storm that nothing will end is not begun: on the stock driver it starves the kernel until its
 * watchdog ends it (in the lab), or somebody presses reset.
 */
static struct outcome storm_ends(const struct duration *dur, const struct stream *stream)
{
	struct step step = { 0 };
	struct sampler sampler;
	struct stepper stepper;
	int ret;

	if (sampler_open(&sampler, &stream->sampler.attr, dur->cpu, dur->period))
		return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	step_init(&stepper, &sampler, load_run, dur->hz, INTERRUPT_NS);
	ret = step_begin(&stepper, &step_limits);
	if (!ret)
		ret = step_read(&stepper, &step);
	sampler_close(&sampler);
	if (ret)
		return skip(SKIP_SETUP_BROKEN, "%s", strerror(errno));
	if (step.reported)
		return pass();
	return fail("none of %u interrupts at a gentle rate was reported: nothing would end the storm",
		    step.interrupts);
}

struct outcome alp_case(struct duration *dur, const struct profile_case *one, bool *sick)
{
	static struct stream streams[2];
	bool is_storm = !one->limit && one->period < CALM_PERIOD;
	struct outcome outcome;
	int i, nr = 0;

	if (is_storm && !opted_in(OPT_IN_STORM, dur->in_lab))
		return skip(SKIP_OPT_IN, "a storm can take the machine down: PMU_STORM=1 runs it");
	if (topology_pin(dur->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", dur->cpu, strerror(errno));
	outcome = open_case(dur, one, streams, &nr);
	for (i = 0; is_storm && i < nr && outcome.verdict == PASS; i++)
		outcome = storm_ends(dur, &streams[i]);
	if (outcome.verdict == PASS)
		outcome = run_case(dur, one, streams, nr, sick);
	for (i = 0; i < nr; i++)
		sampler_close(&streams[i].sampler);
	/* The known issue is what happens at the limit that nothing lowers. */
	outcome.apart = one->limit;
	return outcome;
}
