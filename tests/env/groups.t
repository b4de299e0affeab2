#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# groups.t BUILD - the groups that the accounting tests make on this machine are gone afterwards: when the
# program is told to end, when it is killed, and at the next start when its guard was killed as well.
# Needs the tree that the local runner builds.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
accounting=$1/local/kselftest/cpuacct/accounting
tmp=$(mktemp -d)
trap 'kill_all 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# Both are named perf_pmu..., whatever the hierarchy.
groups()
{
	awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/mounts | while read -r root; do
		ls -d "$root"/perf_pmu "$root"/perf_pmu.deep 2>/dev/null
	done
}

# The program, its worker, and the guard in a session of its own: each runs this file. All are stopped
# first: the guard would put things back when it sees the others go.
kill_all()
{
	pids=
	for exe in /proc/[0-9]*/exe; do
		[ "$(readlink "$exe" 2>/dev/null)" != "$accounting" ] || pids="$pids ${exe#/proc/}"
	done
	pids=$(echo "$pids" | sed 's|/exe||g')
	# shellcheck disable=SC2086
	[ -z "$pids" ] || { kill -STOP $pids && kill -KILL $pids; }
}

# within SECONDS COMMAND...: it succeeds by then
within()
{
	tenths=$(($1 * 10))
	shift
	until "$@"; do
		tenths=$((tenths - 1))
		[ $tenths -gt 0 ] || return 1
		sleep 0.1
	done
}

some()
{
	[ -n "$(groups)" ]
}

none()
{
	! some
}

begin()
{
	"$accounting" >"$tmp/out" 2>&1 </dev/null &
	program=$!
	within 20 some
}

judge()
{
	if within 10 none; then
		ok "no group is left: $1"
	else
		not_ok "groups are left: $1: $(groups | tr '\n' ' ')"
		show "$tmp/out"
	fi
}

if ! begin; then
	kill -TERM $program 2>/dev/null
	wait $program
	skip "groups are removed" "$(sed -n 's/^# .*reason: *//p' "$tmp/out" | head -n 1)"
	plan
	exit
fi
kill -TERM $program
wait $program
judge "SIGTERM"
begin
kill -KILL $program
wait $program 2>/dev/null
judge "SIGKILL of the program"
begin
kill_all
wait $program 2>/dev/null
if some; then
	ok "killed with its guard, it leaves groups"
else
	not_ok "killed with its guard, it leaves none: the test sees nothing"
fi
left=$(groups | tr '\n' ' ')
"$accounting" >"$tmp/out" 2>&1 </dev/null &
program=$!
if within 20 grep -q '^# .*a run that was killed' "$tmp/out"; then
	ok "the next start says so: $(sed -n 's/^# \(.*a run that was killed\)/\1/p' "$tmp/out")"
else
	not_ok "the next start does not speak of $left"
	show "$tmp/out"
fi
kill -TERM $program
wait $program
judge "the next start, ended at once"
plan
