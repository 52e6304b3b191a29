import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

import type { Ctx } from '#platform/ctx.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/json-rows.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { regionCode } from '#shared/countries.ts';

import { findStoredRate } from './stripe-tax.queries.server.ts';
import { quotePlace } from './stripe-tax.ts';
import { taxRegion, type TaxPlace, type TaxRate } from './tax.ts';
import { taxRates } from './tables.server.ts';

const columns = { name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive };

type Region = Record<'country' | 'state', SQL>;
const isOf = ({ country, state }: Region) =>
  and(eq(taxRates.country, country), sql`${taxRates.state} in (${state}, '')`);

const selectRate = constant((db, region: Places<{ country: string; state: string }>) =>
  db.select(columns).from(taxRates).where(isOf(region)).orderBy(desc(taxRates.state)).limit(1),
);

/** The rates of a state and of its country, that of the state first, as a column of a statement that joins tables. */
export const ratesOf = (region: Region): SQL<TaxRate[]> =>
  jsonRows(columns, { from: sql`${taxRates} where ${isOf(region)}`, order: desc(taxRates.state) });

/** A place, with the rates that the table has for its state and country where another statement brought them (`ratesOf`). */
export type Rated<Place = TaxPlace> = { place: Place; rates?: readonly TaxRate[] | undefined };

/**
 * The rate of a place, or null where no tax is due (`taxRegion`): the stored answer of the tax service (`learnRate`) where the
 * shop has one, else the shop's table. Calls nobody, so it is safe inside a transaction.
 */
export async function taxRateOf(
  db: Db,
  { settings }: Pick<Ctx, 'settings'>,
  { place, rates }: Rated,
): Promise<TaxRate | null> {
  const region = taxRegion(place);
  if (region === null) return null;
  const quoted = settings.tax === 'stripe' ? quotePlace(place) : null;
  const stored = quoted === null ? null : await findStoredRate(db, quoted);
  // The rates of another statement are those of the typed state, which a postal code can overrule.
  const isBrought = rates !== undefined && region.state === (regionCode(place.country, place.state) ?? '');
  const inTable = async () => (isBrought ? (rates[0] ?? null) : firstRow(selectRate(db, region)));
  const rate = stored ?? (await inTable());
  return rate === null || rate.ratePpm === 0 ? null : rate;
}

const ppm = (share: number) => Math.round(share * 1_000_000);

/** The published base rates of the four countries: on top of prices in the US and Canada, within them in Great Britain and Australia. */
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

/** Fills the table of a new shop with the rates that the `sales-tax` package publishes; rows that exist are kept. */
export async function seedTaxRates(tx: Db): Promise<void> {
  await tx.insert(taxRates).values(publishedRates()).onConflictDoNothing();
}
