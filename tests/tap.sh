# SPDX-License-Identifier: GPL-2.0
# Test Anything Protocol for shell tests: ok or not_ok for each fact, plan at the end.

tap_run=0
tap_failed=0

ok()
{
	tap_run=$((tap_run + 1))
	echo "ok $tap_run $*"
}

not_ok()
{
	tap_run=$((tap_run + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_run $*"
}

skip()
{
	tap_run=$((tap_run + 1))
	echo "ok $tap_run ${1} # SKIP ${2}"
}

# Show a file as diagnostics.
show()
{
	sed 's/^/# /' "$1"
}

plan()
{
	echo "1..$tap_run"
	[ "$tap_failed" = 0 ]
}
