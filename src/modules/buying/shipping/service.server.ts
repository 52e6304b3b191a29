import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import type { ShippingOption } from './rules.ts';

export { activeOptions } from './repo.server.ts';

/** Active options in the shop's order, prices in cents, days in business days. */
export function activeShippingOptions(db: Db): Promise<ShippingOption[]> {
  return repo.listActive(db);
}
