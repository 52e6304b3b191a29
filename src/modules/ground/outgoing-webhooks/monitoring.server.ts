import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { webhookDeliveries } from './tables.server.ts';

export const webhooksMonitoring: Monitoring = {
  gauges: [
    {
      name: 'shop_webhook_deliveries',
      help: 'Outgoing webhooks by state',
      labels: ['state'],
      counts: sql`select ${webhookDeliveries.state}, count(*)::int from ${webhookDeliveries} group by 1`,
    },
  ],
};
