# SPDX-License-Identifier: GPL-2.0
# have HEADER,LIBRARY,CALL: what to link, the archive where there is one, so that the programs need
# nothing but a C library on the target. Tried with a call into it: an archive made for a newer C
# library is found but does not link. Empty where it is missing: the programs say so.
have = $(strip $(foreach lib,-l:lib$(2).a -l$(2),$(if $(have_$(2)),,$(eval have_$(2) := $(shell \
	echo 'int main(void) { return !$(3); }' | $(CC) $(CFLAGS) $(LDFLAGS) -include $(1) -x c - \
	$(lib) -o /dev/null 2>/dev/null && echo $(lib))))) $(have_$(2)))

ifneq ($(call have,numa.h,numa,numa_node_of_cpu(0)),)
CFLAGS += -DHAVE_LIBNUMA
LDLIBS += $(have_numa)
endif
