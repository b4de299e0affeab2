#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# limits.t BUILD - each limit of an environment ends in its SKIP with its reason, never in a PASS or a
# FAIL; bad input ends in one line and exit status 2. Needs the tree that the local runner builds.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
build=$1
duration=$build/local/kselftest/perf_pmu/duration
percent=/proc/sys/kernel/perf_cpu_time_max_percent
tmp=$(mktemp -d)
chmod 755 "$tmp"
found=$(cat $percent)
trap 'echo $found >$percent 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# skips REASON COMMAND...: exit status 4, the one result skipped for REASON
skips()
{
	reason=$1
	shift
	if [ "$1" = in_mounts ] && ! unshare -m true 2>/dev/null; then
		skip "$reason" "no mount namespaces here (a chroot or a container)"
		return
	fi
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	if [ $status = 4 ] && grep -q "^ok 1 DUR # SKIP $reason\$" "$tmp/out" &&
	   grep -q "^# nothing could be checked: $reason" "$tmp/out"; then
		ok "$reason"
	else
		not_ok "$reason: exit status $status"
		show "$tmp/out"
		show "$tmp/err"
	fi
}

# refuses TEXT COMMAND...: exit status 2, one line on stderr that says TEXT, nothing run
refuses()
{
	text=$1
	shift
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q "$text" "$tmp/err" &&
	   [ ! -s "$tmp/out" ]; then
		ok "refused: $(cat "$tmp/err")"
	else
		not_ok "refused with exit status $status: $(cat "$tmp/err")"
	fi
}

in_mounts()
{
	unshare -m sh -c "$1; exec $duration"
}

set_percent()
{
	echo "$1" >$percent
	"$duration"
	status=$?
	echo "$found" >$percent
	return $status
}

if [ "$(id -u)" != 0 ]; then
	echo "1..0 # SKIP needs root"
	exit 0
fi

# Somebody else may not look into the folder that this clone is in.
cp -r "$(dirname "$duration")" "$tmp/perf_pmu"
chmod -R a+rX "$tmp/perf_pmu"
skips "not root" setpriv --reuid=65534 --regid=65534 --clear-groups "$tmp/perf_pmu/duration"
skips "perf sysctls are read-only" in_mounts "mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys"
skips "duration feedback is switched off" set_percent 0
skips "duration feedback is switched off" set_percent 100
skips "no PMU" in_mounts "mount -t tmpfs none /sys/bus/event_source/devices"
skips "kernel lockdown forbids perf" in_mounts "mount -t tmpfs none /sys/kernel/security &&
	echo 'none integrity [confidentiality]' >/sys/kernel/security/lockdown"
skips "kernel without perf events" in_mounts "mount -t tmpfs none /proc/sys/kernel"
skips "perf_event_open is denied" "$build/deny_perf" EPERM "$duration"
skips "kernel without perf events" "$build/deny_perf" ENOSYS "$duration"

printf '[arch]\nname = bad\nmachine = %s\nflavour = sour\n' "$(uname -m)" >"$tmp/bad.ini"
refuses "bad.ini:4: " env PMU_PROFILES="$tmp" "$duration"
refuses "takes no argument" "$duration" --fast
env PMU_PROFILES="$tmp" kselftest_timeout=45 "$duration" >/dev/null 2>&1
if [ $? = 1 ]; then
	ok "under the kernel's runner, to which 2 is an expected failure, bad input exits with 1"
else
	not_ok "bad input under the kernel's runner"
fi

if [ "$(cat $percent)" = "$found" ]; then
	ok "the sysctls are as found"
else
	not_ok "percent is $(cat $percent), was $found"
fi
plan
