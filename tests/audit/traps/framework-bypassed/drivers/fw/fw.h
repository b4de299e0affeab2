/* SPDX-License-Identifier: GPL-2.0 */
struct fw_ops {
	irqreturn_t (*handle)(struct fw *fw);
};

struct fw {
	int irq;
	const struct fw_ops *ops;
};
