import type { Monitoring } from '#platform/monitoring-types.server.ts';

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
      one: 'product low in stock',
      many: 'products low in stock',
      to: '/admin/product',
      urgency: 'soon',
      rows: lowStock(lowStockUnits),
    },
  ],
};
