import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { products } from './tables.server.ts';

/** Few enough units left that a shop should order more: 10, of which the product page warns, too. */
const lowStockUnits = 10;

export const catalogMonitoring: Monitoring = {
  attention: [
    {
      one: 'product running low',
      many: 'products running low',
      to: '/admin/product',
      urgency: 'soon',
      rows: sql`from ${products} where ${products.isActive} and ${products.onHand} - ${products.reserved} <= ${lowStockUnits}`,
    },
  ],
};
