import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';

import type { ShippingOption } from './shipping-option.ts';
import { shippingOptions } from './tables.server.ts';

const { isActive, sortOrder, ...columns } = getTableColumns(shippingOptions);

/** SQL column: the active options in the shop's order, for a statement that joins tables. */
export const activeOptions = jsonRows(columns, {
  from: sql`${shippingOptions} where ${isActive}`,
  order: sql`${sortOrder}, ${shippingOptions.id}`,
});

/** Returns active options in the shop's order, with prices in cents and business days. */
export function activeShippingOptions(db: Db): Promise<ShippingOption[]> {
  return db
    .select(columns)
    .from(shippingOptions)
    .where(eq(isActive, true))
    .orderBy(asc(sortOrder), asc(shippingOptions.id));
}
