import type { OrderStatus, PaymentStatus } from '#modules/orders/rules.ts';

type Ended = { status: OrderStatus; paymentStatus: PaymentStatus; holdReason: string | null };

/** Whether nothing of an order is left to do, so that its customer need not be reached any more. */
export function isClosed({ status, paymentStatus, holdReason }: Ended): boolean {
  if (holdReason !== null) return false;
  return status === 'completed' || status === 'cancelled' || paymentStatus === 'refunded';
}

/** What stands in the place of a deleted customer's e-mail: an address that nobody can have. */
export function aliasOf(random: string): string {
  return `deleted-${random}@account.invalid`;
}
