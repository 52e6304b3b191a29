import { allocate, shareOf, type Cents } from '#shared/money.ts';

import type { StoredOrder } from './order-record.schema.ts';
import { linesValue, type MoneyParts, type RefundedParts } from './refunds.ts';

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Returns the sums of the parts. */
export const sumOfParts = (parts: readonly MoneyParts[]): MoneyParts => ({
  goodsCents: sum(parts.map(({ goodsCents }) => goodsCents)),
  shippingCents: sum(parts.map(({ shippingCents }) => shippingCents)),
  taxCents: sum(parts.map(({ taxCents }) => taxCents)),
});

type Charged = Pick<StoredOrder, 'capturedCents' | 'shippingCents' | 'tax' | 'taxCents'>;

/**
 * Returns the parts of the captured money of an order. Money that is missing is missing from the
 * goods first, and money above the total counts as goods.
 */
export function soldParts({ capturedCents, shippingCents: shipping, tax, taxCents: added }: Charged): MoneyParts {
  const taxCents = Math.min(tax?.amountCents ?? added, capturedCents);
  const shippingCents = Math.min(shipping, capturedCents - taxCents);
  return { goodsCents: capturedCents - taxCents - shippingCents, shippingCents, taxCents };
}

/** Refund or lost dispute of an order. */
export type ReturnedMoney = {
  amountCents: Cents;
  /** Units, shipping or share that it pays back. Null for an amount alone, and for a dispute. */
  parts: RefundedParts | null;
  /** True for a refund of nothing but tax, after a corrected address. */
  isTax: boolean;
  /** Tax that a credit note of an older version states, in cents. It stays as issued. */
  statedTaxCents?: Cents | undefined;
};

export type SplitReturn = ReturnedMoney & { split: MoneyParts };

export type SplitOrder = Charged & Pick<StoredOrder, 'items'>;

type Left = { sold: MoneyParts; left: MoneyParts; earlier: readonly SplitReturn[] };

function leftOf(order: SplitOrder, earlier: readonly SplitReturn[]): Left {
  const sold = soldParts(order);
  const back = sumOfParts(earlier.map(({ split }) => split));
  const left = {
    goodsCents: Math.max(0, sold.goodsCents - back.goodsCents),
    shippingCents: Math.max(0, sold.shippingCents - back.shippingCents),
    taxCents: Math.max(0, sold.taxCents - back.taxCents),
  };
  return { sold, left, earlier };
}

/** Returns how much of a return is meant for the shipping, in cents: what exceeds its units. */
function shippingIn(order: SplitOrder, { left, earlier }: Left, { amountCents, parts }: ReturnedMoney): Cents {
  if (parts === null) return 0;
  if (parts.basisPoints !== undefined) {
    const weights = [left.goodsCents + left.taxCents, left.shippingCents];
    return allocate(Math.min(amountCents, sum(weights)), weights)[1] ?? 0;
  }
  const known = earlier.map((one) => ({ status: 'succeeded' as const, parts: one.parts }));
  const value = linesValue(order, known, parts.lines) ?? amountCents;
  return Math.min(left.shippingCents, Math.max(0, amountCents - value));
}

/**
 * Returns the tax in money for goods and their tax, in cents. It is rounded once over all returns
 * so far, so that it adds up to the tax of the order.
 */
function taxIn({ sold, left, earlier }: Left, taxedCents: Cents): Cents {
  const back = sumOfParts(earlier.map(({ split }) => split));
  const alone = sum(earlier.filter(({ isTax }) => isTax).map(({ split }) => split.taxCents));
  const shared = sold.taxCents - alone;
  const all = sold.goodsCents + shared;
  const returned = Math.min(all, back.goodsCents + back.taxCents - alone + taxedCents);
  const due = shareOf(shared, returned, all) - (back.taxCents - alone);
  return Math.min(Math.max(due, taxedCents - left.goodsCents, 0), taxedCents, left.taxCents);
}

/**
 * Returns which part of a return is goods, shipping and tax. The parts add up to its amount, and
 * with those of the returns before it never exceed what was sold. The shop taxes goods alone:
 * - a refund of tax takes the tax first;
 * - a refund of shipping, or what it has above its units, takes the shipping and no tax;
 * - a percentage takes as much of each part;
 * - any other amount takes goods with their tax, and shipping last.
 * Money beyond everything that was captured, as after a lost dispute, counts as goods.
 */
export function splitReturn(order: SplitOrder, earlier: readonly SplitReturn[], returned: ReturnedMoney): MoneyParts {
  const known = leftOf(order, earlier);
  const { left } = known;
  const { amountCents, isTax } = returned;
  const ofShipping = isTax ? 0 : shippingIn(order, known, returned);
  const taxed = Math.min(amountCents - ofShipping, left.goodsCents + left.taxCents);
  const computed = isTax ? Math.min(amountCents, left.taxCents) : taxIn(known, taxed);
  const taxCents = Math.min(amountCents, returned.statedTaxCents ?? computed);
  const rest = Math.min(amountCents - ofShipping - taxed, left.shippingCents - ofShipping);
  const shippingCents = Math.min(ofShipping + rest, amountCents - taxCents);
  return { goodsCents: amountCents - shippingCents - taxCents, shippingCents, taxCents };
}

/**
 * Splits the returns of an order in their order of time. A return that has its parts keeps them,
 * because they were reported.
 */
export function splitReturns<T extends ReturnedMoney & { split: MoneyParts | null }>(
  order: SplitOrder,
  returns: readonly T[],
): (T & { split: MoneyParts })[] {
  const known: SplitReturn[] = returns.flatMap(({ split, ...one }) => (split === null ? [] : { ...one, split }));
  return returns.map((one) => {
    if (one.split !== null) return { ...one, split: one.split };
    const split = splitReturn(order, known, one);
    known.push({ ...one, split });
    return { ...one, split };
  });
}

type Returned = Charged & Pick<StoredOrder, 'returnedCents' | 'returnedShippingCents' | 'returnedTaxCents'>;

/**
 * Returns the parts of the money of an order that went back. They are stored with it; money that an
 * older version returned is split as one amount until its refunds are.
 */
export function returnedParts(order: Returned): MoneyParts {
  const { returnedCents, returnedShippingCents: shippingCents, returnedTaxCents: taxCents } = order;
  const amount = { amountCents: returnedCents, parts: null, isTax: false };
  if (shippingCents === null || taxCents === null) return splitReturn({ ...order, items: [] }, [], amount);
  return { goodsCents: returnedCents - shippingCents - taxCents, shippingCents, taxCents };
}
