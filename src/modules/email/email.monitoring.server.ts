import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { mails } from './tables.server.ts';

const lateMails = sql`from ${mails} where ${mails.state} = 'queued' and ${mails.createdAt} < now() - interval '5 minutes'`;

const failingMails = sql`from ${mails} where ${mails.state} = 'queued' and ${mails.lastError} is not null`;

/** Counts mails that have waited for more than 5 minutes, and mails whose last try failed. */
export const waitingMails = sql`
  select (select count(*)::int ${lateMails}) as late, (select count(*)::int ${failingMails}) as failing`;

export const emailMonitoring: Monitoring = {
  attention: [
    {
      one: 'mail that failed',
      many: 'mails that failed',
      to: '/admin/mails?state=failed',
      urgency: 'now',
      rows: sql`from ${mails} where ${mails.state} = 'failed'`,
    },
    {
      one: 'mail waiting for more than 5 minutes',
      many: 'mails waiting for more than 5 minutes',
      to: '/admin/mails?state=queued',
      urgency: 'now',
      rows: lateMails,
    },
  ],
  gauges: [
    {
      name: 'shop_mails',
      help: 'Mails by state',
      labels: ['state'],
      counts: sql`select ${mails.state}, count(*)::int from ${mails} group by 1`,
    },
    {
      name: 'shop_mails_late',
      help: 'Mails that wait for more than 5 minutes',
      labels: [],
      counts: sql`select count(*)::int ${lateMails}`,
    },
    {
      name: 'shop_mails_failing',
      help: 'Mails that wait and whose last try failed',
      labels: [],
      counts: sql`select count(*)::int ${failingMails}`,
    },
  ],
};
