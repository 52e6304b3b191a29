import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';

import type { EditableOption, ShippingOption } from './shipping-options.ts';
import { shippingOptions } from './tables.server.ts';

const { isActive, sortOrder, ...columns } = getTableColumns(shippingOptions);

/** SQL column: the active options in the shop's order, for a statement that joins tables. */
export const activeOptions = jsonRows(columns, {
  from: sql`${shippingOptions} where ${isActive}`,
  order: sql`${sortOrder}, ${shippingOptions.id}`,
});

/** SQL rows: the ids, as text, of the active options that have a price. */
export const pricedOptions = sql`(select s.id::text as id from ${shippingOptions} s where s.is_active and s.price_cents > 0)`;

/** SQL row: id, as text, and price of standard shipping, the first active option. */
export const standardOption = sql`(
  select s.id::text as id, s.price_cents from ${shippingOptions} s where s.is_active order by s.sort_order, s.id limit 1
)`;

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

/** Locks and returns all options: whether one is the last active option depends on all of them. */
export async function lockOptions(tx: Db): Promise<EditableOption[]> {
  return selectAll(tx).for('update');
}

export async function insertOption(tx: Db, option: typeof shippingOptions.$inferInsert): Promise<void> {
  await tx.insert(shippingOptions).values(option);
}

export async function updateOption(tx: Db, id: string, change: Partial<EditableOption>): Promise<void> {
  await tx.update(shippingOptions).set(change).where(eq(shippingOptions.id, id));
}
