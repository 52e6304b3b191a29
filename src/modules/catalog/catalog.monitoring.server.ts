import type { Monitoring } from '#platform/monitoring.server.ts';

import { lowStock, lowStockNotices } from './products.queries.server.ts';

/**
 * Stock, in units, at or below which the owner should reorder. The product page warns at the same
 * number.
 */
const lowStockUnits = 10;

export const stockNotices = lowStockNotices(lowStockUnits);

export const catalogMonitoring: Monitoring = {
  attention: [
    {
      one: 'product running low',
      many: 'products running low',
      to: '/admin/product',
      urgency: 'soon',
      rows: lowStock(lowStockUnits),
    },
  ],
};
