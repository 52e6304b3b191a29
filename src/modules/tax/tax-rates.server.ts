import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

import { listChangesAfter } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { regionCode } from '#shared/countries.ts';

import { findStoredRate } from './stripe-tax.queries.server.ts';
import { quotePlace } from './stripe-tax.ts';
import { taxRegion, type TaxPlace, type TaxRate } from './tax.ts';
import { findRate, insertMissingRates, listRatesOf } from './tax-rates.queries.server.ts';
import { subjectOf, type EditableRate } from './tax-rates.ts';

export { ratesOf } from './tax-rates.queries.server.ts';

/**
 * A place, and the rates of its state and country if another statement has read them (`ratesOf`).
 */
export type Rated<Place = TaxPlace> = { place: Place; rates?: readonly TaxRate[] | undefined };

type Source = { place: TaxPlace; inTable: () => Promise<TaxRate | null> };

/** Returns the stored response of the tax service, if the shop has one, else the table's rate. */
async function storedOr(
  db: Db,
  { settings }: Pick<Ctx, 'settings'>,
  { place, inTable }: Source,
): Promise<TaxRate | null> {
  const quoted = settings.tax === 'stripe' ? quotePlace(place) : null;
  const stored = quoted === null ? null : await findStoredRate(db, quoted);
  const rate = stored ?? (await inTable());
  return rate === null || rate.ratePpm === 0 ? null : rate;
}

/**
 * Returns the rate of a place, or null if no tax is due (`taxRegion`). Uses the response of the tax
 * service that `refreshTaxRate` stored, if the shop has one, else the shop's table. Makes no
 * external call, so it is safe inside a transaction.
 */
export async function taxRateOf(
  db: Db,
  { settings }: Pick<Ctx, 'settings'>,
  { place, rates }: Rated,
): Promise<TaxRate | null> {
  const region = taxRegion(place);
  if (region === null) return null;
  // The given rates are those of the typed state, which a postal code can override.
  const isGiven = rates !== undefined && region.state === (regionCode(place.country, place.state) ?? '');
  const inTable = async () => (isGiven ? (rates[0] ?? null) : findRate(db, region));
  return storedOr(db, { settings }, { place, inTable });
}

/**
 * Returns the fields of a rate at a moment: those of its row, less the changes that the audit log
 * has since. Null if the rate was added later.
 */
async function rateOn(db: Db, row: EditableRate, at: Date): Promise<TaxRate | null> {
  const { name, ratePpm, inclusive } = row;
  const later = row.updatedAt <= at ? [] : await listChangesAfter(db, subjectOf(row), at);
  if (later.some(({ before }) => before === null)) return null;
  const rate: TaxRate = { name, ratePpm, inclusive };
  for (const { before } of later) Object.assign(rate, before);
  return rate;
}

/**
 * Returns the rate of a place as it was at a moment, or null if no tax was due. A tax service knows
 * only the present rate.
 */
export async function taxRateOn(
  db: Db,
  ctx: Pick<Ctx, 'settings'>,
  { place, at }: { place: TaxPlace; at: Date },
): Promise<TaxRate | null> {
  const region = taxRegion(place);
  const rows = region === null ? [] : await listRatesOf(db, region);
  const rates = await Promise.all(rows.map((row) => rateOn(db, row, at)));
  const known = rates.find((rate) => rate !== null) ?? null;
  return storedOr(db, ctx, { place, inTable: () => Promise.resolve(known) });
}

const ppm = (share: number) => Math.round(share * 1_000_000);

/**
 * Published base rates of the four countries. Added to prices in the US and Canada, included in
 * prices in Great Britain and Australia.
 */
function publishedRates() {
  const { CA, GB, AU } = published;
  const ofStates = (country: 'US' | 'CA', name: string) =>
    Object.entries<{ rate: number }>(published[country].states).map(([state, { rate }]) => ({
      country,
      state,
      name,
      ratePpm: ppm(published[country].rate + rate),
      inclusive: false,
    }));
  return [
    ...ofStates('US', 'Sales tax'),
    { country: 'CA', state: '', name: 'GST', ratePpm: ppm(CA.rate), inclusive: false },
    ...ofStates('CA', 'GST/HST'),
    { country: 'GB', state: '', name: 'VAT', ratePpm: ppm(GB.rate), inclusive: true },
    { country: 'AU', state: '', name: 'GST', ratePpm: ppm(AU.rate), inclusive: true },
  ];
}

/**
 * Fills a new shop's table with the rates published by the `sales-tax` package. Existing rows are
 * unchanged.
 */
export async function seedTaxRates(tx: Db): Promise<void> {
  await insertMissingRates(tx, publishedRates());
}
