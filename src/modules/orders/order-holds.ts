import type { OrderView } from './order-record.ts';

export type HoldExplanation = { why: string; todo: string };

/** Explanations of all hold reasons. */
const holds = {
  unknown_checkout: {
    why: 'The provider took a payment that belongs to no checkout of this shop.',
    todo: 'Ask the customer what it was for. Refund it if it is not an order.',
  },
  second_payment: {
    why: 'The same checkout was paid a second time.',
    todo: 'Refund this payment: the first one has its own order.',
  },
  snapshot_missing: {
    why: 'It is not known what this payment bought.',
    todo: 'Ask the customer, or refund the payment.',
  },
  mode_mismatch: {
    why: 'A test payment came to a live shop, or a live payment to a test shop.',
    todo: 'Ship nothing. Refund it and look at the payment keys.',
  },
  currency_mismatch: {
    why: 'It was paid in a currency that was not agreed.',
    todo: 'Refund it, or release it if the amount is worth the goods.',
  },
  amount_mismatch: {
    why: 'What was paid differs from what was agreed.',
    todo: 'Release it if you accept the amount, else cancel it with a refund.',
  },
  contact_incomplete: {
    why: 'It was paid before the contact or the address was complete.',
    todo: 'Ask the customer, correct the address and release it.',
  },
  stock_gone: {
    why: 'It was paid when the last units were already gone.',
    todo: 'Release it once there is stock again, or cancel it with a refund.',
  },
  code_gone: {
    why: 'Its discount code was used up in the meantime.',
    todo: 'Release it if you grant the discount, else cancel it with a refund.',
  },
  dispute: {
    why: "The customer's bank disputes the payment.",
    todo: 'Answer at the payment provider and ship nothing. A won dispute releases the order.',
  },
  manual: {
    why: 'It was held by hand.',
    todo: 'Release it when what stood against it is settled.',
  },
} as const satisfies Record<string, HoldExplanation>;

export type OrderHold = keyof typeof holds;

/** Explanation of a dispute's hold once the bank has decided for the customer. */
export const lostDispute: HoldExplanation = {
  why: 'The bank decided the dispute for the customer.',
  todo: 'Cancel the order if it has not left, or release it if you leave it as it is.',
};

/**
 * Returns why an order is held and what to do about it. An unknown reason is returned with spaces
 * for underscores.
 */
export function holdExplanation(reason: string): HoldExplanation {
  const known = Object.entries<HoldExplanation>(holds).find(([name]) => name === reason)?.[1];
  return known ?? { why: reason.replaceAll('_', ' '), todo: 'Look at the payment and the customer before you ship.' };
}

/** True when an order placed with this hold had its units taken out of stock. */
export function holdTookStock(reason: string | null): boolean {
  return reason === null || ['contact_incomplete', 'code_gone'].includes(reason);
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
