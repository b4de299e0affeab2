#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# copied.t KSRC - what a maintainer does: copy both collections into a kernel's selftests, add them to
# TARGETS, build, run, install, pack, run what was installed.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
ksrc=$1
tmp=$(mktemp -d "$(dirname "$ksrc")/copied.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM
tree=$tmp/tree
selftests=$tree/tools/testing/selftests

# Nothing of the caller's make may leak into the kernel's.
unset MAKEFLAGS MFLAGS MAKELEVEL OUTPUT KSRC ARCH CROSS_COMPILE

step()
{
	what=$1
	shift
	if "$@" >"$tmp/log" 2>&1 </dev/null; then
		ok "$what"
	else
		not_ok "$what"
		tail -n 20 "$tmp/log" >"$tmp/tail"
		show "$tmp/tail"
	fi
}

# reads FILE: kunit.py finds no error in the KTAP, and all results in it
reads()
{
	python3 "$tree/tools/testing/kunit/kunit.py" parse "$1" >"$tmp/parsed" 2>&1 </dev/null
	if grep -q 'Testing complete' "$tmp/parsed" && ! grep -qi 'error' "$tmp/parsed"; then
		ok "$2: $(sed -n 's/.*Testing complete. //p' "$tmp/parsed")"
	else
		not_ok "$2"
		show "$tmp/parsed"
	fi
}

# Links, not copies: what the builds write are new files.
cp -al "$ksrc" "$tree"
cp -r "$here/../../selftests/perf_pmu" "$here/../../selftests/cpuacct" "$selftests/"
cp "$selftests/Makefile" "$tmp/Makefile"
rm "$selftests/Makefile"
sed '0,/^TARGETS /s//TARGETS += perf_pmu\nTARGETS += cpuacct\n&/' "$tmp/Makefile" >"$selftests/Makefile"

step "make headers" make -s -C "$tree" headers
step "build" make -s -C "$selftests" TARGETS="perf_pmu cpuacct"
step "run_tests" make -s -C "$selftests" TARGETS="perf_pmu cpuacct" run_tests
cp "$tmp/log" "$tmp/run_tests"
reads "$tmp/run_tests" "run_tests is read back"
step "install" make -s -C "$selftests" TARGETS="perf_pmu cpuacct" install INSTALL_PATH="$tmp/installed"
if [ -x "$tmp/installed/perf_pmu/duration" ] && [ -r "$tmp/installed/perf_pmu/settings" ] &&
   ls "$tmp"/installed/perf_pmu/arch-profiles/*.ini >/dev/null; then
	ok "program, settings and profiles are installed"
else
	not_ok "program, settings and profiles are installed"
fi
step "gen_tar" make -s -C "$selftests" TARGETS="perf_pmu cpuacct" gen_tar INSTALL_PATH="$tmp/packed"
cd "$tmp/installed" || exit 1
./run_kselftest.sh 2>&1 </dev/null | cat >"$tmp/piped"
./run_kselftest.sh -t perf_pmu:duration >"$tmp/filed" 2>&1 </dev/null
reads "$tmp/piped" "run_kselftest.sh through a pipe is read back"
reads "$tmp/filed" "run_kselftest.sh into a file is read back"
grep -q 'selftests: perf_pmu: duration' "$tmp/piped" && ok "the runner ran duration" ||
	not_ok "the runner ran duration"
cd / || exit 1
plan
