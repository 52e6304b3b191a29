import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';

import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jsonRows, firstRow } from '#platform/db/rows.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';
import { countries, regionsOf } from '#shared/countries.ts';

import { taxRates } from './tables.server.ts';
import type { EditableRate, RateEdit } from './tax-rates.ts';
import type { TaxRate, TaxRegion } from './tax.ts';

const columns = { name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive };

type Region = Record<'country' | 'state', SQL>;
const isOf = ({ country, state }: Region) =>
  and(eq(taxRates.country, country), sql`${taxRates.state} in (${state}, '')`);

const selectRate = preparedStatement((db, region: Placeholders<{ country: string; state: string }>) =>
  db.select(columns).from(taxRates).where(isOf(region)).orderBy(desc(taxRates.state)).limit(1),
);

/**
 * SQL column: the rates of a state and its country, the state's first, for a statement that joins
 * tables.
 */
export const ratesOf = (region: Region): SQL<TaxRate[]> =>
  jsonRows(columns, { from: sql`${taxRates} where ${isOf(region)}`, order: desc(taxRates.state) });

/** Returns the rate of a state, else that of its country. Null if the table has neither. */
export function findRate(db: Db, region: TaxRegion): Promise<TaxRate | null> {
  return firstRow(selectRate(db, region));
}

/** Returns the rate of a state and that of its country, as far as the table has them. */
export function listRatesOf(db: Db, { country, state }: TaxRegion): Promise<EditableRate[]> {
  const isOfPlace = and(eq(taxRates.country, country), inArray(taxRates.state, [state, '']));
  return db.select().from(taxRates).where(isOfPlace).orderBy(desc(taxRates.state));
}

export type RateQuery = { q: string; country: string; limit: number; offset: number };

/** SQL column: the name of a rate's region; '' for a whole country. */
const regionName = sql`case ${taxRates.country} || '-' || ${taxRates.state} ${sql.join(
  countries.flatMap((country) =>
    regionsOf(country).map(({ code, name }) => sql`when ${`${country}-${code}`} then ${name}`),
  ),
  sql` `,
)} else '' end`;

/** Lists rates by country, state (code or name) or name, ordered by region. */
export function listRates(db: Db, { q, country: inCountry, limit, offset }: RateQuery): Promise<EditableRate[]> {
  const { country, state, name } = taxRates;
  const words = hasWords([state, name, country, regionName], q);
  return db
    .select()
    .from(taxRates)
    .where(and(words, inCountry === '' ? undefined : eq(country, inCountry)))
    .orderBy(asc(country), asc(state))
    .limit(limit)
    .offset(offset);
}

const selectById = (db: Db, id: string) => db.select().from(taxRates).where(eq(taxRates.id, id));

export function findRateById(db: Db, id: string): Promise<EditableRate | null> {
  return firstRow(selectById(db, id));
}

export function lockRate(tx: Db, id: string): Promise<EditableRate | null> {
  return firstRow(selectById(tx, id).for('update'));
}

type NewRate = typeof taxRates.$inferInsert;

/** Inserts the rate of a region and returns its id. Null if the region has one. */
export async function insertRate(tx: Db, rate: NewRate): Promise<string | null> {
  const insert = tx.insert(taxRates).values(rate).onConflictDoNothing();
  return (await firstRow(insert.returning({ id: taxRates.id })))?.id ?? null;
}

/** Inserts the rates of regions that have none. */
export async function insertMissingRates(tx: Db, rates: NewRate[]): Promise<void> {
  await tx.insert(taxRates).values(rates).onConflictDoNothing();
}

export async function updateRate(tx: Db, id: string, rate: RateEdit & { updatedAt: Date }): Promise<void> {
  await tx.update(taxRates).set(rate).where(eq(taxRates.id, id));
}
