#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# alpha.t - the real arch/alpha driver on emulated EV67s: excused when stock, acquitted when fixed,
# convicted when fixed wrongly; the cases of ProfileMe; the same results from the same kernel, on one CPU
# the same bytes. BUILD and KSRC as for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
. "$here/make_lab.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# verdicts NAME KERNEL: sets ktap to the run's file, and bad and excused to what its results are
verdicts()
{
	ktap=$tmp/$1/latest-alpha-$2/ktap.txt
	bad=$(sed -n 's/^ *not ok [0-9]* \([A-Z]*-[0-9][^ ]*\)$/\1/p' "$ktap" 2>/dev/null | sort | tr '\n' ' ')
	excused=$(sed -n 's/^ *not ok [0-9]* \([A-Z]*-[0-9][^ ]*\) # XFAIL.*/\1/p; s/^ *ok [0-9]* \([A-Z]*-[0-9][^ ]*\) # XFAIL.*/\1/p' "$ktap" 2>/dev/null |
		sort | tr '\n' ' ')
	good=$(sed -n 's/^ *ok [0-9]* \([A-Z]*-[0-9][^ ]*\)$/\1/p' "$ktap" 2>/dev/null | sort | tr '\n' ' ')
}

check()
{
	what=$1
	shift
	if "$@"; then
		ok "$what"
	else
		not_ok "$what"
		echo "# not ok: $bad"
		echo "# XFAIL: $excused"
		show "$tmp/$name.out"
	fi
}

# has WORDS WORD...
has()
{
	words=" $1 "
	shift
	for word; do
		case $words in
		*" $word "*) ;;
		*) return 1 ;;
		esac
	done
}

duration="DUR-1.cpu DUR-2.cpu DUR-3.cpu DUR-4.cpu DUR-5.cpu DUR-6.cpu DUR-7.cpu DUR-8.cpu DUR-9.cpu"

# cases CPUS NAME...: their results
cases()
{
	cpus=$1
	shift
	for case; do
		for cpu in $cpus; do
			echo "ALP-1.cpu.$case.cpu$cpu"
		done
	done
}

seven="profileme-16 profileme-17 profileme-31 profileme-cycles aggregate-cycles concurrent mixed"

make_lab all ARCH=alpha TESTS="duration alpha_profileme"
verdicts all stock
check "nothing unexpected on the stock, the fixed and the ProfileMe kernel" [ "$status" = 0 ]
check "stock: DUR-1 is a known issue, with what follows from it" \
	has "$excused" DUR-1.cpu DUR-5.cpu DUR-6.cpu DUR-9.cpu
check "stock: the aggregate storm is as well" has "$excused" $(cases "0 1" aggregate-cycles)
check "stock: usable at a limit of 1024 and of 4096" has "$good" $(cases "0 1" limit-1024 limit-4096)
verdicts all fixed
check "fixed: all of DUR is ok" has "$good" $duration
verdicts all profileme
check "profileme: all of DUR is ok" has "$good" $duration
check "profileme: seven cases on three CPUs" has "$good" $(cases "0 1 2" $seven)
check "profileme: the control, and where ips lie" has "$good" $(cases "0 1 2" control aggregate-control skid)

# same WHAT A B KERNEL: the runs A and B of it, of which WHAT is told as it is by the function of that name
same()
{
	"$1" "$2" "$4" >"$tmp/first"
	"$1" "$3" "$4" >"$tmp/second"
	if [ -s "$tmp/first" ] && diff "$tmp/first" "$tmp/second" >"$tmp/diff"; then
		ok "$4: another run gives the same $1"
	else
		not_ok "$4: another run gives other $1"
		show "$tmp/diff"
	fi
}

bytes()
{
	cat "$tmp/$1/latest-alpha-$2/ktap.txt"
}

# The results without their evidence, which more than one CPU makes different: see arch/alpha.conf.
results()
{
	bytes "$1" "$2" | grep '^ *\(not \)*ok '
}

make_lab again ARCH=alpha TESTS="duration alpha_profileme"
for kernel in stock fixed profileme; do
	same results all again $kernel
done
for run in one once; do
	make_lab $run ARCH="alpha:stock alpha:fixed alpha:profileme" TESTS="duration alpha_profileme" SMP=1
done
for kernel in stock fixed profileme; do
	same bytes one once $kernel
done

# A wrong fix, and a requirement that has to find it. FAULTS=all: every one there is.
some="tick:DUR-6 cycles:DUR-3 no-sample:DUR-6 sample-only:DUR-3 cpu-0:DUR-5"
more="silent:DUR-1 zero:DUR-1 microseconds:DUR-1 gap:DUR-2 before-sample:DUR-3 throttled:DUR-6 counter-1:DUR-6
user-only:DUR-6 alternate:DUR-6 twice:DUR-6"
[ "${FAULTS:-}" != all ] || some="$some $more"
for pair in $some; do
	fault=${pair%:*}
	make_lab "$fault" ARCH=alpha:faults TESTS=duration APPEND="perf_event.fault=$fault"
	verdicts "$fault" faults
	check "wrong fix $fault: not ok ${pair#*:}" has "$bad" "${pair#*:}.cpu"
done
make_lab skids ARCH=alpha:profileme TESTS=alpha_profileme APPEND=perf_event.fault=skids
verdicts skids profileme
check "ips that skid although they are of ProfileMe" has "$bad" $(cases "0 1 2" skid)

# refuses WHAT WORDS COMMAND...: one line with these words, exit status 2
refuses()
{
	what=$1
	words=$2
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	if [ $status = 2 ] && [ "$(grep -cv '^lab: alpha: kernel' "$tmp/err")" = 1 ] && grep -q "$words" "$tmp/err"; then
		ok "$what"
	else
		not_ok "$what: exit status $status"
		show "$tmp/err"
	fi
}

mkdir "$tmp/bin" "$tmp/cache"
for tool in /usr/bin/* /bin/*; do
	case $tool in
	*/alpha-linux-gnu-*) ;;
	*) ln -sf "$tool" "$tmp/bin/" ;;
	esac
done
refuses "no cross compiler" "no alpha-linux-gnu-gcc" \
	env PATH="$tmp/bin" "$top/runners/qemu/alpha/build"

# A tree that has everything but a driver that compiles.
cache=${PMU_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-pmu}
source=$(find "$cache/source" -maxdepth 1 -name 'linux-source-*' | sort -V | tail -n 1)
cp -al "$source" "$tmp/tree" 2>/dev/null || cp -a "$source" "$tmp/tree"
rm "$tmp/tree/arch/alpha/Kconfig"
refuses "a kernel that does not build" "config of .* does not build" \
	env ALPHA_KSRC="$tmp/tree" "$top/runners/qemu/alpha/build"
refuses "no kernel tree" "no kernel tree with arch/alpha" \
	env ALPHA_KSRC="$tmp" "$top/runners/qemu/alpha/build"

plan
