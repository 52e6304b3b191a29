import { promises, site } from '#content/site.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { ShopPromises } from './shop-promises.ts';

/** Promises of the brand's content. */
export const brandPromises: ShopPromises = {
  guaranteeDays: site.guaranteeDays,
  returnWindowDays: site.returnWindowDays,
  ...promises,
};

/** Returns today's promises. An order has its own, which are those of its quote version. */
export function shopPromises(_db: Db): Promise<ShopPromises> {
  return Promise.resolve(brandPromises);
}
