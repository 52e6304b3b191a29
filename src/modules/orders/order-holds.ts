import type { OrderView } from './order-record.ts';

export type HoldExplanation = { why: string; todo: string };

/** Explanations of all hold reasons. */
const holds = {
  unknown_checkout: {
    why: 'The payment provider received a payment that matches no checkout.',
    todo: 'Ask the customer what it was for. If it isn’t an order, refund it.',
  },
  second_payment: {
    why: 'The same checkout was paid a second time.',
    todo: 'Refund this payment. The first one has its own order.',
  },
  snapshot_missing: {
    why: 'The items for this payment are unknown.',
    todo: 'Ask the customer, or refund the payment.',
  },
  mode_mismatch: {
    why: 'A test payment reached a live shop, or a live payment reached a test shop.',
    todo: 'Don’t ship. Refund the payment and check your payment keys.',
  },
  currency_mismatch: {
    why: 'It was paid in the wrong currency.',
    todo: 'Refund it, or release it if the amount covers the order.',
  },
  amount_mismatch: {
    why: 'The amount paid doesn’t match the order total.',
    todo: 'Release it if you accept the amount. Otherwise, cancel and refund.',
  },
  contact_incomplete: {
    why: 'It was paid before the contact details or address were complete.',
    todo: 'Get the missing details, edit the address, then release the order.',
  },
  stock_gone: {
    why: 'It was paid after the last units sold out.',
    todo: 'Release it when stock arrives, or cancel and refund.',
  },
  code_gone: {
    why: 'Its discount code reached its limit before payment.',
    todo: 'Release it to honor the discount. Otherwise, cancel and refund.',
  },
  country_not_sold: {
    why: 'It was paid on a payment page that still offered a country you don’t sell to.',
    todo: 'Release it to ship it anyway. Otherwise, cancel and refund.',
  },
  dispute: {
    why: 'The customer’s bank disputed the payment.',
    todo: 'Don’t ship. Respond to the dispute at the payment provider. If you win, the order is released.',
  },
  manual: {
    why: 'Someone on your team put it on hold.',
    todo: 'Release it when the reason is resolved.',
  },
} as const satisfies Record<string, HoldExplanation>;

export type OrderHold = keyof typeof holds;

/** Explanation of a dispute's hold once the bank has decided for the customer. */
export const lostDispute: HoldExplanation = {
  why: 'The bank decided the dispute in the customer’s favor.',
  todo: 'Cancel the order if it hasn’t shipped, or release it to keep it as is.',
};

/**
 * Returns why an order is held and what to do about it. An unknown reason is returned with spaces
 * for underscores.
 */
export function holdExplanation(reason: string): HoldExplanation {
  const known = Object.entries<HoldExplanation>(holds).find(([name]) => name === reason)?.[1];
  return known ?? { why: reason.replaceAll('_', ' '), todo: 'Check the payment and the customer before you ship.' };
}

/** True when an order placed with this hold had its units taken out of stock. */
export function holdTookStock(reason: string | null): boolean {
  return reason === null || ['contact_incomplete', 'code_gone', 'country_not_sold'].includes(reason);
}

/** Max length of a reason for a hold or release, in characters. */
export const holdReasonMax = 300;

export type ReasonRefusal = 'reason_missing' | 'reason_too_long';

/** Returns why the reason for a hold or release is invalid, or null. */
export function reasonRefusal(reason: string): ReasonRefusal | null {
  if (reason.trim() === '') return 'reason_missing';
  return reason.trim().length > holdReasonMax ? 'reason_too_long' : null;
}

export type ReleaseRefusal =
  | 'not_held'
  | 'dispute_open'
  | 'nothing_to_ship'
  | 'address_missing'
  | 'refunded_already'
  | 'out_of_stock';

type Held = Pick<OrderView, 'status' | 'holdReason' | 'paymentStatus' | 'shippingAddress'> & { lines: number };

/**
 * Returns why a held order cannot be released now, or null. A cancelled order can, because it is
 * not shipped.
 */
export function releaseRefusal(order: Held, hasOpenDispute: boolean): ReleaseRefusal | null {
  if (order.holdReason === null) return 'not_held';
  if (hasOpenDispute) return 'dispute_open';
  if (order.status === 'cancelled') return null;
  if (order.paymentStatus === 'refunded') return 'refunded_already';
  if (order.lines === 0) return 'nothing_to_ship';
  return order.shippingAddress.street.trim() === '' ? 'address_missing' : null;
}
