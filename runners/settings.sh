# SPDX-License-Identifier: GPL-2.0
#
# What the runners do alike: take their settings, build their tools. Sourced with $top, the repo's top,
# set; BUILD is absolute and exported afterwards.

BUILD=${BUILD:-$top/build}

bad()
{
	echo "$(basename "$0"): $*" >&2
	exit 2
}

# number NAME VALUE LEAST MOST
number()
{
	case $2 in
	''|*[!0-9]*) bad "$1=$2: a number from $3 to $4 is needed" ;;
	esac
	{ [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]; } 2>/dev/null || bad "$1=$2: a number from $3 to $4 is needed"
}

# begin_build - from here to end_build nobody else builds in BUILD
begin_build()
{
	case $top$BUILD in
	*[[:space:]]*) bad "make cannot work in a path with blanks: $top, BUILD=$BUILD: choose another" ;;
	esac
	mkdir -p "$BUILD" 2>/dev/null || bad "BUILD=$BUILD cannot be made: choose another folder"
	BUILD=$(cd "$BUILD" && pwd)
	export BUILD
	{ : >>"$BUILD/lock"; } 2>/dev/null || bad "BUILD=$BUILD cannot be written: choose another folder"
	exec 8>"$BUILD/lock"
	flock 8
}

end_build()
{
	exec 8>&-
}

# build_tool FOLDER [TARGET]
build_tool()
{
	why=$(make -s -C "$1" BUILD="$BUILD" ${2:-} 2>&1 </dev/null) ||
		bad "$1 does not build in $BUILD: $(echo "$why" | grep -m 1 -e 'No space' -e 'error' -e '\*\*\*')"
}

# check_profiles - a bad profile is told with file and line before anything runs
check_profiles()
{
	build_tool "$top/runners"
	"$BUILD/profile_check" "$top/selftests/perf_pmu/arch-profiles" || exit 2
}
