# SPDX-License-Identifier: GPL-2.0
# Inside a kernel tree ../lib.mk is the kernel's own. Here it stands in for it: KSRC says where the
# kernel tree is. The kernel's lib.mk finds its folder by its name among the makefiles read, of which
# there are two now, so say it.
ifeq ($(wildcard $(KSRC)/tools/testing/selftests/lib.mk),)
$(error KSRC=$(KSRC) is no kernel tree with tools/testing/selftests/lib.mk)
endif
override selfdir := $(realpath $(KSRC)/tools/testing/selftests)
include $(selfdir)/lib.mk
