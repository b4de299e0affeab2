# SPDX-License-Identifier: GPL-2.0
# The PMU conformance suite. "make help" lists the targets.
#
# The work is done by scripts that take their settings from the environment, so that they can be called
# without make, which ends with status 2 for whatever went wrong.

BUILD ?= $(CURDIR)/build
RESULTS ?= $(CURDIR)/results/runs
LAB_ARCHS := arm64 riscv64 ppc64le

# Exported only where given: each script has its defaults.
export BUILD RESULTS
$(foreach setting,ARCH KERNEL KDIR MODULE FAULT FAULTS APPEND TESTS ICOUNT SHIFT SMP JOBS KSRC PMU_CACHE PMU_STORM \
	PMU_HOTPLUG PMU_LONG RUNS LOAD,\
	$(if $(value $(setting)),$(eval export $(setting))))

help:	## this list (the default)
	@sed -n 's/^\([a-z-]*\):.*\t*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20
	@echo
	@echo 'Settings, here with their defaults (README.md explains them):'
	@echo '  lab        ARCH="$(LAB_ARCHS)" ICOUNT=1 SMP= SHIFT= KERNEL= APPEND= TESTS= JOBS='
	@echo '  mutants    ARCH="amd64 arm64" FAULTS='
	@echo '  soak       RUNS=50 LOAD=<two for each processor> ICOUNT=0, and as lab'
	@echo '  kselftest  TESTS= PMU_STORM=0 PMU_HOTPLUG=0 PMU_LONG=0'
	@echo '  audit      FORMAT=table ARCH= AGAINST=<older kernel tree> VMLINUX=<kernel image>'
	@echo '  all        KSRC=<kernel tree> RESULTS=results/runs BUILD=build PMU_CACHE=~/.cache/perf-pmu'

lab:	## run the tests on real drivers under QEMU, no PMU needed
	@runners/qemu/run

kselftest:	## run the tests on this machine's kernel and PMUs (as root)
	@runners/local/kselftest

audit:	## which PMU interrupts of a kernel tree (KSRC=) or image (VMLINUX=) report their duration
ifdef VMLINUX
	@audit/pmu-audit $(if $(FORMAT),--format=$(FORMAT)) "--vmlinux=$(VMLINUX)" $(if $(KSRC),"$(KSRC)")
else
	@audit/pmu-audit $(if $(FORMAT),--format=$(FORMAT)) $(if $(ARCH),--arch=$(ARCH)) \
		$(if $(AGAINST),"--against=$(AGAINST)") "$$(runners/ksrc --code "$(KSRC)")"
endif

audit-profiles:	## hold arch-profiles/ against a kernel tree's drivers (KSRC=)
	@audit/pmu-audit --profiles=arch-profiles "$$(runners/ksrc --code "$(KSRC)")"

check:	## run the suite's own tests, a short lab run among them
	@tests/check

mutants:	## plant each fault in the reference driver and see who convicts it
	@tests/reference-pmu/mutants

accounting-matrix:	## what a context switch takes in groups, on 1, 2, 4 and 8 CPUs
	@MATRIX=1 tests/lab/accounting.t

soak:	## healthy drivers 50 times (RUNS=) on a busy host (LOAD=): each FAIL is a false alarm
	@tests/lab/soak

profiles:	## check every file of arch-profiles/
	@tests/check profiles

fuzz:	## fuzz the parsers with libFuzzer, 60 s each (SECONDS=)
	@$(MAKE) -s -C tests/fuzz OUTPUT="$(BUILD)/fuzz" run

bench:	## ring reader, switching pairs and audit against others', 2 s a turn (SECONDS=), as root
	@tests/bench/bench $(SECONDS)

setup:	## install what the other targets need, or print what to install
	@runners/setup build ksrc audit check $(addprefix lab:,$(if $(ARCH),$(ARCH),$(LAB_ARCHS)))

clean:	## remove what was built; results and downloads stay
	rm -rf "$(BUILD)"

.PHONY: help lab kselftest audit audit-profiles check mutants accounting-matrix soak profiles fuzz bench setup clean
.DEFAULT_GOAL := help
