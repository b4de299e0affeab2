# SPDX-License-Identifier: GPL-2.0
#
# An apt of our own beside the machine's: other suites and architectures, no root, nothing of the
# machine changed. Sourced by fetch.

fail()
{
	echo "lab: $*" >&2
	exit 2
}

architectures()
{
	echo $(cd "$1/arch" && ls -- *.conf | sed 's/\.conf$//')
}

# try WHAT COMMAND...: run it; on failure one line that says why, as far as the log tells
try()
{
	what=$1
	shift
	"$@" >"$cache/log" 2>&1 </dev/null && return 0
	if grep -qi 'no space left\|enough free space\|disk quota' "$cache/log" ||
	   [ "$(df -Pk "$cache" | awk 'NR == 2 { print $4 }')" -lt 1024 ]; then
		fail "$what: no disk space in $cache, $(du -sm "$cache" | cut -f 1) MB are used there: make room or set PMU_CACHE"
	fi
	if grep -q 'Could not resolve\|Temporary failure\|Could not connect\|Network is unreachable\|timed out' "$cache/log"; then
		fail "$what: no network, and the cache $cache lacks it"
	fi
	fail "$what: $( (grep '^E:' "$cache/log" || tail -n 1 "$cache/log") | head -n 1 | cut -c 1-300)"
}

# debian_source: URI and signed-by option of the machine's own Debian archive, from its apt. A
# third-party archive may have the same suite name: then Origin or the signing key differ.
debian_source()
{
	command -v apt-get >/dev/null || fail "no apt-get here: the lab fetches its kernels with Debian's apt"
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")
	# Fields that a never updated machine does not know yet are left as they are.
	line=$(apt-get indextargets --format '$(ORIGIN)|$(CODENAME)|$(RELEASE)|$(COMPONENT)|$(REPO_URI)|$(SOURCESENTRY)' \
		'Created-By: Packages' 2>/dev/null |
		awk -F'|' -v code="$codename" '
			$4 != "main" { next }
			$1 == "Debian" && $2 == code { print $5 "|" $6; exit }
			$1 !~ /^[A-Z]/ && $3 == code && $5 ~ /\/debian\/?$/ { print $5 "|" $6; exit }')
	[ -n "$line" ] || fail "no Debian archive of $codename in this machine's apt sources: see /etc/apt/sources.list.d"
	mirror=${line%%|*}
	entry=${line#*|}
	key=$(signed_by "${entry%:*}" "$mirror")
	signed=${key:+[signed-by=$key]}
}

# signed_by FILE URI: the keyring that an apt source names; nothing: apt's trusted keys
signed_by()
{
	case $1 in
	*.sources) sed -n 's/^Signed-By:[ \t]*\(\/.*\)/\1/p' "$1" ;;
	*) grep -F "${2%/}" "$1" | sed -n 's/.*signed-by=\([^] ]*\).*/\1/p' ;;
	esac 2>/dev/null | head -n 1 | tr ' ' ','
}

# use_state CACHE ARCH SUITE...: from here on apt is that of ARCH and the suites; with
# package_type=deb-src that of their sources
use_state()
{
	[ -n "${mirror:-}" ] || debian_source
	state_arch=$2
	package_type=${package_type:-deb}
	state=$1/apt/$2-$(shift 2; echo "$*" | tr ' ' +)${package_type#deb}
	cache=$1
	shift 2
	package_suite=$*
	mkdir -p "$state/lists/partial" "$state/archives/partial" 2>/dev/null || fail "can't write the cache $cache"
	[ -e "$state/status" ] || : >"$state/status"
	for suite; do
		echo "$package_type $signed $mirror $suite main"
	done >"$state/sources.list"
	# Parts is not read again: the machine's hooks stay out, its proxies come along.
	# A mirror that is a snapshot serves a Release past its Valid-Until, so that is not looked at;
	# the signature still is.
	cat >"$state/apt.conf" <<END
Dir::State "$state";
Dir::State::lists "$state/lists";
Dir::State::status "$state/status";
Dir::Cache "$state";
Dir::Cache::archives "$state/archives";
Dir::Log "$state";
Dir::Etc::SourceList "$state/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::Etc::Parts "/dev/null";
APT::Architecture "$state_arch";
APT::Architectures "$state_arch";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
APT::Update::Error-Mode "any";
APT::Get::Assume-Yes "true";
Acquire::Languages "none";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
Acquire::Check-Valid-Until "false";
Acquire::GzipIndexes "true";
Acquire::Retries "2";
END
	# Last, so that a time-out of the machine's own wins.
	echo 'Acquire::http::Timeout "30";' >>"$state/apt.conf"
	apt-config dump 2>/dev/null | grep -E '^Acquire::(https?|ftp|Check-Date)' >>"$state/apt.conf" || true
	export APT_CONFIG="$state/apt.conf"
	[ -n "$(find "$state/updated" -mmin -$fresh 2>/dev/null)" ] || update
}

update()
{
	try "package lists of $package_suite for $state_arch" apt-get -q update
	touch "$state/updated"
}

# packages_like REGEX: names of packages that can be had
packages_like()
{
	apt-cache search --names-only "$1" | awk '{ print $1 }'
}

# download NAME PACKAGE...: into $part; a package that has gone means that our lists are old
download()
{
	label=$1
	shift
	part=$(mktemp -d "$cache/part.XXXXXX")
	if ! (cd "$part" && apt-get -q download "$@") >"$cache/log" 2>&1 </dev/null; then
		update
		(cd "$part" && try "$label" apt-get -q download "$@") || exit 2
	fi
}

# unpack CACHE KIND "PACKAGE...": sets unpacked to the folder with their files; named after the first
# package, its version and architecture, so that a newer one does not disturb a run with this one
unpack()
{
	first=${3%% *}
	id=$(apt-cache show --no-all-versions $3 2>/dev/null |
		awk '/^Package:/ { p = $2 } /^Version:/ { print p "_" $2 }')
	[ -n "$id" ] || fail "no package $first for $state_arch in Debian's $package_suite"
	sum=$(echo "$id" | cksum | cut -d ' ' -f 1)
	name=$(echo "$id" | grep "^${first}_" | head -n 1 | tr : .)_$state_arch
	[ "$3" = "$first" ] || name=$name-$sum
	unpacked=$1/$2/$name
	[ -d "$unpacked" ] && return
	download "$first" $3
	extract
}

# extract: the packages in $part become $unpacked
extract()
{
	mkdir "$part/root"
	for deb in "$part"/*.deb; do
		try "$(basename "$deb")" dpkg -x "$deb" "$part/root"
	done
	rm -rf "$part/root/usr/share/doc" "$part/root/usr/share/man"
	touch "$part/root"
	mkdir -p "$(dirname "$unpacked")"
	mv -T "$part/root" "$unpacked" 2>"$cache/log" || [ -d "$unpacked" ] || fail "can't write $unpacked"
	rm -rf "$part"
}

# unpack_qemu CACHE "PACKAGE...": QEMU with the libraries that this machine lacks. apt works those
# out from a copy of the machine's package status, without what it has of QEMU itself.
unpack_qemu()
{
	debian_source
	case $codename in
	sid | trixie-backports) suites=$codename ;;
	*) suites="$codename $codename-backports" ;;
	esac
	use_state "$1" "$(dpkg --print-architecture)" $suites
	# Without dependencies, what is installed can't be broken by what is left out.
	awk -v RS= -v ORS='\n\n' '!/^Package: (qemu|opensbi|seabios|ipxe-qemu)/' /var/lib/dpkg/status |
		grep -Ev '^(Pre-Depends|Depends|Recommends|Suggests|Conflicts|Breaks|Replaces):' >"$state/status"
	release=
	[ "$suites" = "$codename" ] || release="-t $codename-backports"
	first=${2%% *}
	version=$(apt-cache policy ${release:--t $codename} "$first" 2>/dev/null | sed -n 's/ *Candidate: //p')
	[ -n "$version" ] && [ "$version" != "(none)" ] ||
		fail "no package $first in Debian's $package_suite"
	unpacked=$1/qemu/${first}_$(echo "$version" | tr : .)
	[ -d "$unpacked" ] && return
	rm -f "$state"/archives/*.deb
	try "$first $version" apt-get -q $release install --download-only --no-install-recommends $2
	part=$(mktemp -d "$cache/part.XXXXXX")
	mv "$state"/archives/*.deb "$part"
	extract
}

# library_path ROOT: folders of shared libraries in an unpacked tree
library_path()
{
	find "$1/usr/lib" "$1/lib" -maxdepth 2 -name '*.so*' 2>/dev/null | sed 's/\/[^/]*$//' | sort -u |
		tr '\n' ':' | sed 's/:$//'
}

# older_libc ROOT CROSS: fit sid's libraries to the cross compiler's C library, which may be older.
# From glibc 2.38 on strtol() and friends are renamed for C23 (base 0 then takes "0b1"): name them as
# before. A library that does not link all the same is left out, the tests run without it.
older_libc()
{
	command -v "${2}gcc" >/dev/null || return 1
	rename=$(for f in strtol strtoul strtoll strtoull; do
			echo "--redefine-sym __isoc23_$f=$f"
		done
		for f in sscanf fscanf vsscanf sscanfieee128 fscanfieee128 vsscanfieee128; do
			echo "--redefine-sym __isoc23_$f=__isoc99_$f"
		done)
	# C++, which nothing here uses and older binutils can't read.
	find "$1" -name 'lib*Reader.a' -exec rm -f {} +
	for archive in $(find "$1" -name '*.a'); do
		chmod u+w "$archive"
		"${2}objcopy" $rename "$archive" >"$cache/log" 2>&1 &&
		echo 'int main(void) { return 0; }' | "${2}gcc" -static -o /dev/null -x c - -x none \
			-Wl,--whole-archive "$archive" -Wl,--no-whole-archive -lm >>"$cache/log" 2>&1 && continue
		echo "lab: $(basename "$archive") of $package_suite does not link for $state_arch: left out" >&2
		rm "$archive"
	done
}

# prune CACHE: what no .fetched names and no run of the last days can be using
prune()
{
	for old in $(find "$1"/kernel "$1"/qemu "$1"/sysroot "$1"/headers "$1"/kbuild -maxdepth 1 -mindepth 1 -type d -mtime +2 2>/dev/null); do
		cat "$1"/*.fetched "$1"/*.headers 2>/dev/null | grep -qF "$old" || rm -rf "$old"
	done
	rm -f "$1"/apt/*/*.bin
}
