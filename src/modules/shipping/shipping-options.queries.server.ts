import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';

import type { EditableOption } from './shipping-options.ts';
import type { ShippingOption, ShippingTerms } from './shipping-terms.ts';
import { soldCountries } from './sold-countries.queries.server.ts';
import { shippingOptions } from './tables.server.ts';

const { isActive, sortOrder, freeFromCents: _freeFrom, ...columns } = getTableColumns(shippingOptions);

/** SQL column: the active options in the shop's order, for a statement that joins tables. */
const activeOptions = jsonRows(columns, {
  from: sql`${shippingOptions} where ${isActive}`,
  order: sql`${sortOrder}, ${shippingOptions.id}`,
});

/** SQL rows: the ids, as text, of the active options that have a price. */
export const pricedOptions = sql`(select s.id::text as id from ${shippingOptions} s where s.is_active and s.price_cents > 0)`;

/** SQL rows: active options that are free from a value of the items, with that value in cents. */
export const optionsFreeFrom = sql`(
  select s.id::text as id, s.name, s.free_from_cents, s.sort_order from ${shippingOptions} s
  where s.is_active and s.price_cents > 0 and s.free_from_cents is not null
)`;

/** SQL columns of the terms of shipping, for a statement that joins tables. */
export const shippingTerms = { options: activeOptions, soldCountries };

/** Returns the active options, and the countries that the shop sells to. */
export async function findShippingTerms(db: Db): Promise<ShippingTerms> {
  const [terms] = await db.select(shippingTerms).from(sql`(values (1)) as one`);
  return terms ?? { options: [], soldCountries: [] };
}

/** Returns active options in the shop's order, with prices in cents and business days. */
export function activeShippingOptions(db: Db): Promise<ShippingOption[]> {
  return db
    .select(columns)
    .from(shippingOptions)
    .where(eq(isActive, true))
    .orderBy(asc(sortOrder), asc(shippingOptions.id));
}

const selectAll = (db: Db) => db.select().from(shippingOptions).orderBy(asc(sortOrder), asc(shippingOptions.id));

/** Lists all options in the shop's order, inactive ones included. */
export async function listOptions(db: Db): Promise<EditableOption[]> {
  return selectAll(db);
}

/**
 * Locks all options and the countries until the transaction ends, and returns the options: whether
 * one may go depends on all of them.
 */
export async function lockOptions(tx: Db): Promise<EditableOption[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('shipping_options', 0))`);
  return selectAll(tx).for('update');
}

export async function insertOption(tx: Db, option: typeof shippingOptions.$inferInsert): Promise<void> {
  await tx.insert(shippingOptions).values(option);
}

export async function updateOption(tx: Db, id: string, change: Partial<EditableOption>): Promise<void> {
  await tx.update(shippingOptions).set(change).where(eq(shippingOptions.id, id));
}
