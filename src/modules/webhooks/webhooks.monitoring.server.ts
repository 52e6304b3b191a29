import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';

export const webhooksMonitoring: Monitoring = {
  attention: [
    {
      one: 'silent webhook receiver',
      many: 'silent webhook receivers',
      to: '/admin/webhooks',
      urgency: 'now',
      // Receivers that an admin disabled need no attention.
      rows: sql`from ${webhookEndpoints} where ${webhookEndpoints.disabledWhy} is not null`,
    },
  ],
  gauges: [
    {
      name: 'shop_webhook_deliveries',
      help: 'Outgoing webhooks by state',
      labels: ['state'],
      counts: sql`select ${webhookDeliveries.state}, count(*)::int from ${webhookDeliveries} group by 1`,
    },
  ],
};
