import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';

import { chosenTaxSource } from '#modules/settings/shop-settings.queries.server.ts';
import type { TaxSource } from '#modules/settings/shop-settings.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { jsonRows, firstRow } from '#platform/db/rows.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';
import { countries, regionsOf } from '#shared/countries.ts';

import { taxRates } from './tables.server.ts';
import { collectsIn } from './tax-collection.queries.server.ts';
import type { EditableRate, RateEdit } from './tax-rates.ts';
import type { TaxRate, TaxRegion } from './tax.ts';

const columns = { name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive };

type Region = Record<'country' | 'state', SQL>;
const isOf = ({ country, state }: Region) =>
  and(eq(taxRates.country, country), sql`${taxRates.state} in (${state}, '')`);

/** Stored rates of a region, and the owner's choice for it. */
export type StoredTax = {
  /** Rate of the state, else that of its country. Empty if the table has neither. */
  rates: readonly TaxRate[];
  /** The owner's choice to collect tax there. Null while the question is open. */
  collects: boolean | null;
  /** The owner's choice of the source of rates. Null if nobody chose one. */
  source: TaxSource | null;
};

/** SQL columns of a region's stored tax, for a statement that joins tables. */
export const storedTaxIn = (region: Region) => ({
  rates: jsonRows(columns, { from: sql`${taxRates} where ${isOf(region)}`, order: desc(taxRates.state) }),
  collects: collectsIn(region),
  source: chosenTaxSource,
});

const selectStoredTax = preparedStatement((db, region: Placeholders<{ country: string; state: string }>) =>
  db.select(storedTaxIn(region)).from(sql`(values (1)) as one`),
);

export async function findStoredTax(db: Db, region: TaxRegion): Promise<StoredTax> {
  return (await selectStoredTax(db, region))[0] ?? { rates: [], collects: null, source: null };
}

/** Returns the source of rates that the owner chose. Null if nobody chose one. */
export async function findTaxSource(db: Db): Promise<TaxSource | null> {
  const [row] = await db.select({ source: chosenTaxSource }).from(sql`(values (1)) as one`);
  return row?.source ?? null;
}

/** Returns the rate of a state and that of its country, as far as the table has them. */
export function listRatesOf(db: Db, { country, state }: TaxRegion): Promise<EditableRate[]> {
  const isOfPlace = and(eq(taxRates.country, country), inArray(taxRates.state, [state, '']));
  return db.select().from(taxRates).where(isOfPlace).orderBy(desc(taxRates.state));
}

export type RateQuery = { q: string; country: string; page: ListPage };

const rateOrder: ListOrder = {
  sorts: { place: taxRates.country, called: taxRates.name, rate: taxRates.ratePpm, updated: taxRates.updatedAt },
  tie: [taxRates.country, taxRates.state, taxRates.id],
  first: 'place',
  indexed: 'asc',
};

/** SQL column: the name of a rate's region; '' for a whole country. */
const regionName = sql`case ${taxRates.country} || '-' || ${taxRates.state} ${sql.join(
  countries.flatMap((country) =>
    regionsOf(country).map(({ code, name }) => sql`when ${`${country}-${code}`} then ${name}`),
  ),
  sql` `,
)} else '' end`;

/** Lists rates by country, state (code or name) or name, ordered by region by default. */
export function listRates(db: Db, { q, country: inCountry, page }: RateQuery) {
  const { country, state, name } = taxRates;
  const words = matchesAllWords([state, name, country, regionName], q);
  return listPage(rateOrder, page, (part) =>
    db
      .select({ ...getTableColumns(taxRates), position: part.position })
      .from(taxRates)
      .where(and(words, inCountry === '' ? undefined : eq(country, inCountry), part.beyond))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  );
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
