#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# report.t - the reader of runs on good, bad and broken run folders. BUILD: where report is.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
BUILD=${BUILD:-$here/../../build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# run NAME: a run folder with the KTAP from stdin
run()
{
	mkdir -p "$tmp/$1"
	echo '{ "arch": "arm64", "kernel": "7.2", "mode": "free" }' >"$tmp/$1/meta.json"
	cat >"$tmp/$1/ktap.txt"
}

# expect WHAT EXIT TEXT RUN...
expect()
{
	what=$1
	status=$2
	text=$3
	shift 3
	(cd "$tmp" && "$BUILD/report" "$@") >"$tmp/out" 2>&1
	got=$?
	if [ $got = "$status" ] && grep -q -- "$text" "$tmp/out"; then
		ok "$what"
	else
		not_ok "$what (exit $got)"
		show "$tmp/out"
	fi
}

# inner RESULT...: a run's KTAP with these lines as the results of one program
inner()
{
	printf 'KTAP version 1\n1..1\n    KTAP version 1\n    # Subtest: x\n    1..%d\n' $#
	printf '    %s\n' "$@"
	case $* in
	*"not ok"*) echo "not ok 1 x # exit=1" ;;
	*) echo "ok 1 x" ;;
	esac
}

# runner RESULT...: the same as run_kselftest.sh nests it, by a prefix
runner()
{
	printf 'TAP version 13\n1..1\n# selftests: perf_pmu: duration\n# TAP version 13\n# 1..%d\n' $#
	printf '# %s\n' "$@"
	case $* in
	*"not ok"*) echo "not ok 1 selftests: perf_pmu: duration # exit=1" ;;
	*) echo "ok 1 selftests: perf_pmu: duration" ;;
	esac
}

inner "ok 1 DUR-1.cpu" "ok 2 DUR-5.cpu # SKIP one CPU only" | run good
runner "# DUR-1.cpu rate_before: 100000" "# DUR-1.cpu rate_after: 2250" "ok 1 DUR-1.cpu" | run local
runner "# DUR-1.cpu reason: did not fall" "not ok 1 DUR-1.cpu" "ok 2 DUR-2.cpu # XFAIL known" | run localbad
inner "# DUR-1.cpu reason: did not fall" "not ok 1 DUR-1.cpu" | run bad
inner "ok 1 DUR-1.cpu # XFAIL known" "# DUR-2.cpu xpass: was known" "ok 2 DUR-2.cpu" | run known
inner "ok 1 DUR-1.cpu # SKIP not root" | run skipped
inner "# DUR-1.cpu rate_before: 100000" "# DUR-1.cpu rate_after: 2250" "# DUR-1.cpu budget_ns: 100" \
	"# DUR-1.cpu handler_ns: 3300" "ok 1 DUR-1.cpu" | run figures
printf 'KTAP version 1\n1..2\nnot ok 1 x # TIMEOUT 45 seconds\n# guest.arm64.hang reason: no output\nnot ok 2 guest.arm64.hang\n' | run hang
printf 'KTAP version 1\n1..2\nok 1 x\n' | run short
printf '' | run empty
head -c 100000 /dev/urandom | run noise
printf 'KTAP version 1\n1..99999999999999999999999\nok 1\nok x\nok 99999999999999999999 y\nnot ok -1 z\n# \n#  : \n# a: b\n' | run odd
mkdir "$tmp/nothing"
inner "ok 1 DUR-1.cpu" | run nometa
printf '{ "arch": ' >"$tmp/nometa/meta.json"
inner "ok 1 DUR-1.cpu" | run listmeta
echo '[ 1 ]' >"$tmp/listmeta/meta.json"
inner "ok 1 DUR-1.$(printf 'x%.0s' $(seq 5000)) # SKIP $(printf '\033[31m')" | run long

expect "good" 0 "2 results: 1 ok, 0 FAIL, 0 XFAIL, 0 XPASS, 1 SKIP" good
expect "an unexpected failure" 1 "cpu .*DUR-1 .*FAIL .*did not fall" bad
expect "a run by run_kselftest.sh" 0 "cpu .*DUR-1 .*ok .*100000 -> 2250" local
expect "its failure" 1 "cpu .*DUR-1 .*FAIL .*did not fall" localbad
expect "its known issue" 1 "2 results: 0 ok, 1 FAIL, 1 XFAIL" localbad
expect "it counts once" 1 "1 results: 0 ok, 1 FAIL" bad
expect "known issues" 0 "DUR-2 .*XPASS .*was known" known
expect "nothing judged" 4 "all was skipped" skipped
expect "skipped here, judged there" 0 "cpu" skipped good
expect "figures" 0 "100000 -> 2250  *3300/100 ns" figures
expect "a guest that hung" 1 "guest.arm64.hang .*FAIL .*no output" hang
expect "bad beside good" 1 "FAIL" good bad
expect "truncated" 2 "short/ktap.txt: fewer or more results than planned" short
expect "empty" 2 "empty/ktap.txt: no KTAP" empty
expect "noise" 2 "noise/ktap.txt" noise
expect "odd lines" 2 "odd/ktap.txt" odd
expect "an empty folder" 2 "nothing/meta.json" nothing
expect "no folder" 2 "nosuch/meta.json" nosuch
expect "broken meta.json" 2 "nometa/meta.json" nometa
expect "meta.json of another kind" 2 "listmeta/meta.json: no JSON object" listmeta
expect "long names and colours" 4 "xxxx" long
if grep -q "$(printf '\033')" "$tmp/out"; then
	not_ok "nothing that a terminal would obey"
else
	ok "nothing that a terminal would obey"
fi
expect "no runs" 2 "usage"
plan
