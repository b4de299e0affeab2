// SPDX-License-Identifier: GPL-2.0
// What bench holds the audit against: functions that deliver samples and do not report. No call is
// followed from one function to another, so it answers much less.
@delivers@
identifier f;
position p;
@@
f@p(...) { <+... perf_event_overflow(...) ...+> }

@reports@
identifier delivers.f;
@@
f(...) { <+... perf_sample_event_took(...) ...+> }

@script:python depends on !reports@
f << delivers.f;
p << delivers.p;
@@
print("%s:%s: %s" % (p[0].file, p[0].line, f))
