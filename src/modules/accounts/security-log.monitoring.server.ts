import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { securityEvents } from './security-log.tables.server.ts';

export const securityMonitoring: Monitoring = {
  gauges: [
    {
      name: 'shop_security_events_last_day',
      help: 'What may be an attack, within 24 hours',
      labels: ['kind'],
      counts: sql`
        select ${securityEvents.kind}, sum(${securityEvents.count})::int as count from ${securityEvents}
        where ${securityEvents.lastAt} > now() - interval '1 day' group by 1`,
    },
  ],
};
