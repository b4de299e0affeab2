/* SPDX-License-Identifier: GPL-2.0 */

	call	do_irq
