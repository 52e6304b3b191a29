import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { mails } from './tables.server.ts';

export const emailMonitoring: Monitoring = {
  attention: [
    {
      one: 'mail that failed',
      many: 'mails that failed',
      to: '/admin/mails?state=failed',
      urgency: 'now',
      rows: sql`from ${mails} where ${mails.state} = 'failed'`,
    },
  ],
  gauges: [
    {
      name: 'shop_mails',
      help: 'Mails by state',
      labels: ['state'],
      counts: sql`select ${mails.state}, count(*)::int from ${mails} group by 1`,
    },
  ],
};
