import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { statusLabel } from '#modules/orders/order-status.ts';

import { paymentBadge, refundChip, statusMessage } from './order-status-text.ts';

/** Reduces an order to the fields that a customer's order card shows. */
export function orderOnPage(order: OrderView) {
  return {
    number: order.orderNumber,
    placedAt: order.placedAt.toISOString(),
    totalCents: order.totalCents,
    units: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    imageUrl: order.items[0]?.imageUrl ?? null,
    status: statusLabel(order.status),
    payment: paymentBadge(order.paymentStatus),
    refund: refundChip(order.paymentStatus),
    message: statusMessage(order),
    hasInvoice: hasInvoice(order),
  };
}

export type OrderOnPage = ReturnType<typeof orderOnPage>;
