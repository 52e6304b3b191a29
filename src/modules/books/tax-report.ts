import { regionCode, regionsOf } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';

import type { TaxRow } from '#modules/orders/sales-days.ts';

type Sums = Omit<TaxRow, 'month' | 'country' | 'state'>;

const none: Sums = {
  orders: 0,
  goodsCents: 0,
  shippingCents: 0,
  taxCents: 0,
  refundCents: 0,
  disputeCents: 0,
  returnedTaxCents: 0,
};

const added = (a: Sums, b: Sums): Sums => ({
  orders: a.orders + b.orders,
  goodsCents: a.goodsCents + b.goodsCents,
  shippingCents: a.shippingCents + b.shippingCents,
  taxCents: a.taxCents + b.taxCents,
  refundCents: a.refundCents + b.refundCents,
  disputeCents: a.disputeCents + b.disputeCents,
  returnedTaxCents: a.returnedTaxCents + b.returnedTaxCents,
});

/** Returns the code of a state, or nothing in a country whose states have none. */
function stateOf({ country, state }: Pick<TaxRow, 'country' | 'state'>): string {
  return regionsOf(country).length === 0 ? '' : (regionCode(country, state) ?? state);
}

/**
 * Returns the rows with states by their codes, each month, country and state once, in that order.
 */
export function byPlace(rows: readonly TaxRow[]): TaxRow[] {
  const places = new Map<string, TaxRow>();
  for (const row of rows) {
    const place = { month: row.month, country: row.country, state: stateOf(row) };
    const key = `${place.month} ${place.country} ${place.state}`;
    places.set(key, { ...place, ...added(places.get(key) ?? none, row) });
  }
  return [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Returns what was sold and returned without tax, in cents. */
export const netCents = ({ goodsCents, shippingCents, refundCents, disputeCents }: Sums): Cents =>
  goodsCents + shippingCents + refundCents + disputeCents;

/** Returns the tax that is left after returns, in cents. */
export const dueCents = ({ taxCents, returnedTaxCents }: Sums): Cents => taxCents + returnedTaxCents;

export type Totals = Sums & {
  /** Everything that came, less everything that went back. */
  receivedCents: Cents;
};

/** Returns the sums of all rows. */
export function totalsOf(rows: readonly TaxRow[]): Totals {
  const sums = rows.reduce<Sums>(added, none);
  return { ...sums, receivedCents: netCents(sums) + dueCents(sums) };
}
