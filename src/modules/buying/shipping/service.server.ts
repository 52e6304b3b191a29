import { asc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/json-rows.server.ts';

import type { ShippingOption } from './rules.ts';
import { shippingOptions } from './tables.server.ts';

const columns = {
  id: shippingOptions.id,
  name: shippingOptions.name,
  description: shippingOptions.description,
  priceCents: shippingOptions.priceCents,
  daysMin: shippingOptions.estimatedDaysMin,
  daysMax: shippingOptions.estimatedDaysMax,
};

/** The active options in the shop's order, as a column of a statement that joins tables. */
export const activeOptions = jsonRows(columns, {
  from: sql`${shippingOptions} where ${shippingOptions.isActive}`,
  order: sql`${shippingOptions.sortOrder}, ${shippingOptions.id}`,
});

/** Active options in the shop's order, prices in cents, days in business days. */
export function activeShippingOptions(db: Db): Promise<ShippingOption[]> {
  return db
    .select(columns)
    .from(shippingOptions)
    .where(eq(shippingOptions.isActive, true))
    .orderBy(asc(shippingOptions.sortOrder), asc(shippingOptions.id));
}
