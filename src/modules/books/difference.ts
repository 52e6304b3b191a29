import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Cents } from '#shared/money.ts';

/** Reasons why the ledger and the provider's records differ, with their sentences. */
export const differenceReasons = {
  unread: 'Not imported from the payment provider yet',
  other_day: 'Recorded on different days, one outside this period',
  disputed: 'Withheld by an open dispute',
  refund_pending: 'Refund in progress',
  other_currency: 'Paid out in a different currency',
  other_mode: 'The order used different payment keys',
  no_order: 'In the payment provider’s records, but no order here',
  no_record: 'Order here, but not in the payment provider’s records',
  amount: 'The amounts differ',
} as const;

export type DifferenceReason = keyof typeof differenceReasons;

/** Reasons that nothing explains: someone has to look. */
const unexplained: ReadonlySet<DifferenceReason> = new Set(['no_order', 'no_record', 'amount']);

export const isUnexplained = (reason: DifferenceReason): boolean => unexplained.has(reason);

/** Payment that differs, with what is known about it over all time. */
export type Compared = {
  hasOrder: boolean;
  mode: PaymentMode | null;
  /** Mode of the ledger. */
  ledgerMode: PaymentMode;
  shopBalanceCents: Cents;
  /** Null if the provider has no transaction of it. */
  providerBalanceCents: Cents | null;
  isForeign: boolean;
  isDisputed: boolean;
  hasPendingRefund: boolean;
  /** True when the ledger has it after the moment up to which the provider's records are read. */
  isAhead: boolean;
};

/** Returns why a payment differs. The first reason that applies. */
export function reasonFor(one: Compared): DifferenceReason {
  if (!one.hasOrder) return 'no_order';
  if (one.mode !== one.ledgerMode) return 'other_mode';
  if (one.isForeign) return 'other_currency';
  if (one.shopBalanceCents === one.providerBalanceCents) return 'other_day';
  if (one.isAhead) return 'unread';
  if (one.providerBalanceCents === null) return 'no_record';
  if (one.isDisputed) return 'disputed';
  return one.hasPendingRefund ? 'refund_pending' : 'amount';
}
