# SPDX-License-Identifier: GPL-2.0
# make_lab.sh - "make lab" as a user runs it, for the tests here: sourced after tap.sh, with $top and $tmp set.

# make_lab NAME SETTING...: a run with its results in $tmp/NAME and its output in $tmp/NAME.out; sets status
make_lab()
{
	name=$1
	shift
	env "$@" RESULTS="$tmp/$name" make -s -C "$top" lab >"$tmp/$name.out" 2>&1 </dev/null
	status=$?
}
