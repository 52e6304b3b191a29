import { shareOf, type Cents } from '#shared/money.ts';

import type { MoneyParts } from './refunds.ts';

/** Type of the event of a corrected address. */
export const addressEvent = 'address';

/** Key of the refund that settles the tax of a corrected address, for a version of the order. */
export const taxRefundKey = (version: number) => `tax-${version}`;

const taxRefundForm = /^tax-\d+$/;

export const isTaxRefund = (key: string) => taxRefundForm.test(key);

type Money = {
  /** Parts of the captured money, and of what went back or is on its way. */
  sold: MoneyParts;
  claimed: MoneyParts;
};

/** Tax of an order at its place, in cents, without the share of goods whose money went back. */
export type TaxDifference = {
  /** Tax that the shop has. */
  chargedCents: Cents;
  /** Tax that the place asks for. */
  dueCents: Cents;
  /** Due less charged: negative if the place asks for less. */
  differenceCents: Cents;
};

/**
 * Compares the tax that the shop has of an order with `placeCents`, which a place asks for all its
 * goods. A cent is no difference once goods went back: their tax was rounded.
 */
export function taxDifference({ sold, claimed }: Money, placeCents: Cents): TaxDifference {
  const chargedCents = Math.max(0, sold.taxCents - claimed.taxCents);
  const goodsCents = Math.min(claimed.goodsCents, sold.goodsCents);
  const isSold = sold.goodsCents > 0;
  const dueCents = isSold ? placeCents - shareOf(placeCents, goodsCents, sold.goodsCents) : chargedCents;
  const isRounded = goodsCents > 0 && Math.abs(dueCents - chargedCents) === 1;
  return isRounded
    ? { chargedCents, dueCents: chargedCents, differenceCents: 0 }
    : { chargedCents, dueCents, differenceCents: dueCents - chargedCents };
}
