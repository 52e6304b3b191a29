import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { deliveryCountsByState, failedDeliveries, silentEndpoints } from './webhooks.queries.server.ts';

export const webhooksMonitoring: Monitoring = {
  attention: [
    {
      one: 'webhook endpoint disabled after errors',
      many: 'webhook endpoints disabled after errors',
      to: '/admin/webhooks',
      urgency: 'now',
      rows: silentEndpoints,
    },
    {
      one: 'webhook message of this week that did not arrive',
      many: 'webhook messages of this week that did not arrive',
      to: '/admin/webhooks',
      urgency: 'soon',
      rows: failedDeliveries,
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
