import type { Cents } from '#shared/money.ts';

import { returnedTax, type OrderView } from './order-record.ts';

/** Type of the event of a corrected address. */
export const addressEvent = 'address';

/** Key of the refund that settles the tax of a corrected address, for a version of the order. */
export const taxRefundKey = (version: number) => `tax-${version}`;

/** Pattern of such keys, for JavaScript and for SQL. */
export const taxRefundPattern = String.raw`^tax-\d+$`;

const taxRefundForm = new RegExp(taxRefundPattern);

export const isTaxRefund = (key: string) => taxRefundForm.test(key);

type Taxed = Pick<OrderView, 'taxCents' | 'shippingCents' | 'capturedCents' | 'returnedCents'>;
type Tax = {
  /** Tax that the address makes, added to the price. */
  dueCents: Cents;
  /** Tax that went back since. */
  refundedCents: Cents;
};

/**
 * Returns by how much the tax of an address is above what the customer has paid, in cents; negative
 * if it is below. The share of goods whose money went back is left out.
 */
export function taxDifference(order: Taxed, { dueCents, refundedCents }: Tax): Cents {
  const difference = dueCents - (order.taxCents - refundedCents);
  const returnedCents = Math.max(0, order.returnedCents - refundedCents);
  const returned = returnedTax({ ...order, tax: null, taxCents: Math.abs(difference), returnedCents });
  return Math.sign(difference) * (Math.abs(difference) - returned) || 0;
}
