import type { OrderView } from '#modules/orders/order-record.ts';
import type { OrderStatus, PaymentStatus } from '#modules/orders/order-status.ts';

const messages: Record<OrderStatus, string> = {
  pending: 'We are confirming your payment.',
  confirmed: 'Your order is confirmed. We are getting it ready.',
  processing: 'We are packing your order.',
  shipped: 'Your order has left us and is on its way.',
  in_transit: 'Your package is on its way.',
  out_for_delivery: 'Your package is out for delivery.',
  delivered: 'Your order has been delivered.',
  completed: 'Your order is complete.',
  cancelled: 'This order was cancelled.',
};

type Standing = Pick<OrderView, 'status' | 'holdReason' | 'paymentStatus'>;

/** Describes an order's status in a sentence. A refunded order may or may not have been sent. */
export function statusMessage({ status, holdReason, paymentStatus }: Standing): string {
  if (paymentStatus === 'refunded' && ['confirmed', 'processing'].includes(status))
    return 'Your payment has gone back to you.';
  const isWaiting = holdReason !== null && ['pending', 'confirmed'].includes(status);
  return isWaiting ? 'We are looking at this order and will write to you.' : messages[status];
}

/** Returns 'Paid' or 'Not paid', or 'Nothing to pay' for a free order. */
export function paymentBadge(status: PaymentStatus): string {
  if (status === 'not_required') return 'Nothing to pay';
  return ['paid', 'partially_refunded', 'refunded'].includes(status) ? 'Paid' : 'Not paid';
}

/** Returns a label for a full or partial refund, or null without one. */
export function refundChip(status: PaymentStatus): string | null {
  if (status === 'refunded') return 'Refunded';
  return status === 'partially_refunded' ? 'Partially refunded' : null;
}
