import { allocate, basisPointsOf, formatUsd, type Cents } from '#shared/money.ts';

import type { StoredOrder } from './order-record.schema.ts';
import { countUnits, unitsLabel, type ReturnLine } from './returns.ts';

/** Statuses in the order in which a refund passes them. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

/** Money by what it pays for, in cents. Goods are without tax, also if the price includes it. */
export type MoneyParts = { goodsCents: Cents; shippingCents: Cents; taxCents: Cents };

/** Columns of a return whose parts are not known, or do not count any more. */
export const withoutParts = { goodsCents: null, shippingCents: null, taxCents: null };

export type Refund = {
  id: string;
  amountCents: Cents;
  reason: string;
  status: RefundStatus;
  /** Reason for the failure, in the provider's words. */
  failure: string | null;
  parts: RefundedParts | null;
  /** Goods, shipping and tax in the amount. Null if not known, and once the refund failed. */
  split: MoneyParts | null;
};

/** Units and shipping that a refund pays back, or its share of all money in basis points. */
export type RefundedParts = { lines: ReturnLine[]; shipping: boolean; basisPoints?: number };

/** Basis of a refund's amount: a percentage of the captured money, or parts of the order. */
export type RefundShare = { by: 'percent'; basisPoints: number } | { by: 'items'; parts: RefundedParts };

type Earlier = Pick<Refund, 'status' | 'parts'>;

/** Returns the parts that earlier refunds have paid back or are paying back. */
function coveredParts(earlier: readonly Earlier[]): RefundedParts {
  const parts = earlier.flatMap((refund) => (refund.status === 'failed' ? [] : (refund.parts ?? [])));
  return { lines: parts.flatMap(({ lines }) => lines), shipping: parts.some(({ shipping }) => shipping) };
}

type Sold = Pick<StoredOrder, 'items' | 'shippingCents'>;

/** Line of an order with the amounts that its next units are refunded with. */
export type RefundableLine = { productId: string; name: string; unitCents: Cents[] };

/**
 * Returns the parts of an order that no refund names yet. A line is split into units by largest
 * remainder, so that its units add up to what was paid for it.
 */
export function refundableParts({ items, shippingCents }: Sold, earlier: readonly Earlier[]) {
  const covered = coveredParts(earlier);
  const lines = items.map(({ productId, name, quantity, totalCents }): RefundableLine => {
    const each = allocate(
      totalCents,
      Array.from({ length: quantity }, () => 1),
    );
    const done = countUnits(covered.lines.filter((line) => line.productId === productId));
    return { productId, name, unitCents: each.slice(done) };
  });
  return {
    lines: lines.filter(({ unitCents }) => unitCents.length > 0),
    shippingCents: covered.shipping ? 0 : shippingCents,
  };
}

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Returns what was paid for these units, in cents. Null if a refund named some of them before. */
export function linesValue(order: Sold, earlier: readonly Earlier[], lines: readonly ReturnLine[]): Cents | null {
  const left = refundableParts(order, earlier);
  const values = lines.map(({ productId, quantity }) => {
    const { unitCents = [] } = left.lines.find((line) => line.productId === productId) ?? {};
    return quantity > unitCents.length ? null : sum(unitCents.slice(0, quantity));
  });
  return values.includes(null) ? null : sum(values.filter((value) => value !== null));
}

/** Returns what was paid for these parts, in cents. Null if a refund named some of them before. */
function partsValue(order: Sold, earlier: readonly Earlier[], { lines, shipping }: RefundedParts): Cents | null {
  const value = linesValue(order, earlier, lines);
  const { shippingCents } = refundableParts(order, earlier);
  if (!shipping) return value;
  return value === null || shippingCents === 0 ? null : value + shippingCents;
}

type Charged = Sold & Pick<StoredOrder, 'capturedCents'>;

/** Returns the amount of a share, in cents. Null if a refund named some of its parts before. */
export function shareAmount(order: Charged, earlier: readonly Earlier[], share: RefundShare): Cents | null {
  if (share.by === 'percent') return basisPointsOf(order.capturedCents, share.basisPoints);
  return partsValue(order, earlier, share.parts);
}

/** Returns the parts that a refund with this basis names. Null for an amount alone. */
export function partsOfShare(share: RefundShare | undefined): RefundedParts | null {
  if (share === undefined) return null;
  return share.by === 'items' ? share.parts : { lines: [], shipping: false, basisPoints: share.basisPoints };
}

/** Returns what an amount consists of as text: 'goods $54.72, tax $4.28'. */
export function splitLabel({ goodsCents, shippingCents, taxCents }: MoneyParts): string {
  const named = [
    ['goods', goodsCents],
    ['shipping', shippingCents],
    ['tax', taxCents],
  ] as const;
  return named.flatMap(([name, cents]) => (cents === 0 ? [] : `${name} ${formatUsd(cents)}`)).join(', ');
}

/** Returns a refund's parts as text: '2 units and shipping', '50%', '' without any. */
export function partsLabel(parts: RefundedParts | null): string {
  if (parts?.basisPoints !== undefined) return `${parts.basisPoints / 100}%`;
  const units = countUnits(parts?.lines ?? []);
  return [units === 0 ? '' : unitsLabel(units), parts?.shipping === true ? 'shipping' : '']
    .filter(Boolean)
    .join(' and ');
}

export type RefundRefusal = 'not_paid' | 'nothing_to_refund' | 'too_much' | 'provider_refused';

/**
 * Returns why `amountCents` cannot be refunded, or null. `remainingCents` of `capturedCents` are
 * neither returned nor on their way.
 */
export function refundRefusal(capturedCents: Cents, remainingCents: Cents, amountCents: Cents): RefundRefusal | null {
  if (capturedCents <= 0) return 'not_paid';
  if (remainingCents <= 0 || !Number.isSafeInteger(amountCents) || amountCents < 1) return 'nothing_to_refund';
  return amountCents > remainingCents ? 'too_much' : null;
}

type Known = { status: RefundStatus; providerId: string | null };

const rank = (status: RefundStatus) => refundStatuses.indexOf(status);

/**
 * Returns the status of a refund after a provider update. Updates may come late and more than once.
 * A refund goes from pending to succeeded and from either to failed, never back. A status that the
 * shop concluded without a response gives way to any update.
 */
export function statusAfter(known: Known, update: RefundStatus): RefundStatus {
  if (known.providerId === null) return update;
  return rank(update) > rank(known.status) ? update : known.status;
}
