#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# lab.t - guests that misbehave, input that is wrong, and a lab that is killed. One architecture
# (ARCH, arm64 by default) with programs of our own. Needs build/lab, build/report and the
# architecture's things in the cache; KSRC for kunit.py.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
BUILD=${BUILD:-$top/build}
arch=${ARCH:-arm64}
tmp=$(mktemp -d)
full=
trap '[ -z "$full" ] || umount "$full"; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# tree COLLECTION TIMEOUT PROGRAM...: add to an installed kselftest tree
tree()
{
	mkdir -p "$tmp/tree/$1"
	echo "timeout=$2" >"$tmp/tree/$1/settings"
	collection=$1
	shift 2
	for program; do
		cp "$tmp/payload" "$tmp/tree/$collection/$program"
		echo "$collection:$program" >>"$tmp/tree/kselftest-list.txt"
	done
}

cross=$(sed -n 's/^cross=//p' "$top/runners/qemu/arch/$arch.conf")
"${cross}gcc" -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static "$here/payload.c" -o "$tmp/payload" || exit 1
tree fast 30 good bad flood garbage panic silent hang
tree slow 2 late
TREE=$tmp/tree BUILD=$tmp "$top/runners/qemu/build-guest" "$arch" || exit 1

# lab TESTS OPTION...: one run; sets status, run (its folder) and $tmp/err
lab()
{
	tests=$1
	shift
	run=$("$BUILD/lab" --arch-dir="$top/runners/qemu/arch" --guests="$tmp/guest" --results="$tmp/runs" \
		--tests="$tests" --silence=8 --deadline=60 "$@" "$arch" 2>"$tmp/err" </dev/null)
	status=$?
}

check()
{
	what=$1
	shift
	if "$@" >"$tmp/out" 2>&1; then
		ok "$what"
	else
		not_ok "$what"
		show "$tmp/out"
		show "$tmp/err"
		if [ -n "$run" ]; then
			tail -n 40 "$run/ktap.txt" >"$tmp/tail"
			show "$tmp/tail"
		fi
	fi
}

has()
{
	grep -q "$1" "$run/ktap.txt"
}

# kunit.py finds nothing wrong with the form; results may well have failed
parses()
{
	python3 "$KSRC/tools/testing/kunit/kunit.py" parse "$run/ktap.txt" </dev/null >"$tmp/parsed" 2>&1
	cat "$tmp/parsed"
	grep -q 'Testing complete' "$tmp/parsed" && ! grep -q 'ERROR\|CRASHED\|errors:' "$tmp/parsed"
}

# report EXIT [TEXT]: of the last run
report()
{
	"$BUILD/report" "$run" >"$tmp/report" 2>&1
	got=$?
	cat "$tmp/report"
	[ $got = "$1" ]
}

clean()
{
	ls -A "$tmp/runs"
	! ls -A "$tmp/runs" | grep -q '^\.'
}

# refused TEXT: one line with TEXT beside progress, exit 2, nothing kept
refused()
{
	cat "$tmp/err"
	[ "$status" = 2 ] && [ -z "$run" ] && grep -q -- "$1" "$tmp/err" &&
		[ "$(grep -vc "^lab: $arch: booting\|^lab: $arch: could not run" "$tmp/err")" = 1 ]
}

lab good,bad,flood,garbage
check "a run ends well" [ "$status" = 0 ]
check "it is the latest" [ "$(readlink "$tmp/runs/latest-$arch")" = "$(basename "$run")" ]
check "results are whole" has '^    ok 1 DUR-1.cpu$'
check "a flood of kernel messages does not touch the results" [ "$(grep -c '^    ok [0-9]* DUR-[0-9]*.cpu$' "$run/ktap.txt")" -ge 200 ]
check "the kernel's messages are in the log" grep -q 'a line of the kernel' "$run/kmsg.txt"
check "a program that crashes is not ok" has '^not ok 4 selftests: fast: garbage # exit=134'
check "kunit.py reads it" parses
check "the report says FAIL" report 1
check "the report gives the reason" grep -q 'FAIL.*the rate did not fall' "$tmp/report"
check "the report knows XPASS" grep -q 'DUR-2 .*XPASS.*fixed' "$tmp/report"
check "and rates" grep -q '100000 -> 2250' "$tmp/report"
check "meta.json names kernel and QEMU" grep -q '"qemu": "[0-9]' "$run/meta.json"
check "no path of this machine is in it" sh -c '! grep -q "$1\|$HOME" "$2"' - "$tmp" "$run/meta.json"

lab good
check "good results: exit 0" report 0

lab late
check "a program past its time is stopped" has '^not ok 1 selftests: slow: late # TIMEOUT 2 seconds'
check "its plan is completed" parses

lab hang,good
check "a guest that hangs is its own result" has "^not ok 3 guest.$arch.hang"
check "with the kernel's log" has "^# guest.$arch.hang log: .*kselftest: fast: hang"
check "what it did not come to is not ok" has '^not ok 2 selftests: fast: hang'
check "kunit.py reads that" parses
check "the report says FAIL for the guest" report 1

lab panic
check "a guest that panics is its own result" has "^not ok 2 guest.$arch.panic"
check "with the panic" has "^# guest.$arch.panic log: .*Kernel panic"
check "kunit.py reads that, too" parses

lab silent
check "an end without the end mark is its own result" has "^not ok 2 guest.$arch.silent"
check "kunit.py reads it as well" parses

# Two labs in the same second do not meet.
lab good & lab good
wait
check "nothing hidden is left" clean

rm -rf "$tmp/runs"
lab nosuch
check "unknown TESTS" refused "no test 'nosuch', there are: fast:good"
lab good --kernel="$tmp/payload"
check "a KERNEL that is none" refused "KERNEL=.*: no kernel image of this architecture"
lab good --kernel="$tmp/nosuch"
check "a KERNEL that is not there" refused "KERNEL=.*: No such file"
lab good --kernel="$tmp"
check "a KERNEL that is a folder" refused "KERNEL=.*: not a file"
lab good nosuch
check "unknown ARCH" refused "no lab architecture 'nosuch'"
lab good --shift=1
check "a shift that has no meaning" refused "shift"
lab good --bios="$tmp/nosuch"
check "a QEMU that does not start" refused "QEMU ended with status 1: .*nosuch"
: >"$tmp/file"
lab good --results="$tmp/file"
check "results in no folder" refused "can't write results in .*/file"
check "nothing is left" [ -z "$(ls -A "$tmp/runs" 2>/dev/null)" ]
if [ "$(id -u)" = 0 ] && mkdir "$tmp/full" && mount -t tmpfs -o size=64k none "$tmp/full" 2>/dev/null; then
	full=$tmp/full
	lab good --results="$full/runs"
	check "a full disk" refused "No space left on device: make room"
	check "nothing is left on it" [ -z "$(ls -A "$full/runs")" ]
else
	skip "a full disk" "no mount"
fi

qemus()
{
	ps -eo pid,args | grep "$tmp/guest/$arch/initramf[s]" | awk '{ print $1 }'
}

# killed SIGNAL: in the middle of a guest's run
killed()
{
	"$BUILD/lab" --arch-dir="$top/runners/qemu/arch" --guests="$tmp/guest" --results="$tmp/runs" \
		--tests=hang --silence=30 "$arch" >/dev/null 2>"$tmp/err" </dev/null &
	pid=$!
	for i in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.2
		[ -n "$(qemus)" ] && break
	done
	kill "-$1" $pid
	wait $pid 2>/dev/null
	status=$?
	sleep 0.3
	run=
}

killed TERM
check "SIGTERM: no QEMU is left" [ -z "$(qemus)" ]
check "SIGTERM: one line, exit 2" refused "interrupted"
check "SIGTERM: no run is left" [ -z "$(ls -A "$tmp/runs")" ]
killed KILL
check "SIGKILL: no QEMU is left" [ -z "$(qemus)" ]
check "SIGKILL: no run is left" [ -z "$(ls -A "$tmp/runs")" ]
plan
