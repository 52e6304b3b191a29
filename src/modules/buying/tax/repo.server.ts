import { and, desc, eq, sql, type SQL } from 'drizzle-orm';

import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/json-rows.server.ts';

import type { TaxRate } from './rules.ts';
import { taxRates } from './tables.server.ts';

type Region = Record<'country' | 'state', SQL>;

const rateColumns = { name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive };
const isOf = ({ country, state }: Region) =>
  and(eq(taxRates.country, country), sql`${taxRates.state} in (${state}, '')`);

const selectRate = constant((db, region: Places<{ country: string; state: string }>) =>
  db.select(rateColumns).from(taxRates).where(isOf(region)).orderBy(desc(taxRates.state)).limit(1),
);

/** The rates of a state and of its country, that of the state first, as a column of a statement that joins tables. */
export const ratesOf = (region: Region): SQL<TaxRate[]> =>
  jsonRows(rateColumns, { from: sql`${taxRates} where ${isOf(region)}`, order: desc(taxRates.state) });

/** The rate of a state, or of its country when the state has none of its own. */
export async function findRate(db: Db, country: string, state: string): Promise<TaxRate | null> {
  return (await selectRate(db, { country, state }))[0] ?? null;
}

export type NewRate = TaxRate & { country: string; state: string };

export async function insertRates(db: Db, rates: readonly NewRate[]): Promise<void> {
  await db
    .insert(taxRates)
    .values([...rates])
    .onConflictDoNothing();
}
