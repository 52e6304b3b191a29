import type { Monitoring } from '#platform/monitoring.server.ts';

import { deliveryCountsByState, silentEndpoints } from './webhooks.queries.server.ts';

export const webhooksMonitoring: Monitoring = {
  attention: [
    {
      one: 'silent webhook receiver',
      many: 'silent webhook receivers',
      to: '/admin/webhooks',
      urgency: 'now',
      rows: silentEndpoints,
    },
  ],
  gauges: [
    {
      name: 'shop_webhook_deliveries',
      help: 'Outgoing webhooks by state',
      labels: ['state'],
      counts: deliveryCountsByState,
    },
  ],
};
