import { asc, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { ShippingOption } from './rules.ts';
import { shippingOptions } from './tables.server.ts';

/** Active options in the shop's order, prices in cents, days in business days. */
export function activeShippingOptions(db: Db): Promise<ShippingOption[]> {
  return db
    .select({
      id: shippingOptions.id,
      name: shippingOptions.name,
      description: shippingOptions.description,
      priceCents: shippingOptions.priceCents,
      daysMin: shippingOptions.estimatedDaysMin,
      daysMax: shippingOptions.estimatedDaysMax,
    })
    .from(shippingOptions)
    .where(eq(shippingOptions.isActive, true))
    .orderBy(asc(shippingOptions.sortOrder), asc(shippingOptions.id));
}
