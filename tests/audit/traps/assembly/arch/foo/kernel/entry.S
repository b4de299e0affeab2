/* SPDX-License-Identifier: GPL-2.0 */

pmu_vector:
	bl	foo_trap
	b	ret_from_exception
