import type { Monitoring } from '#platform/monitoring.server.ts';

import {
  failedMails,
  failingMailCount,
  lateMailCount,
  lateMails,
  mailCountsByState,
  mailsSince,
} from './mail-log.queries.server.ts';

export { failedMailNotices } from './mail-log.queries.server.ts';

export const emailMonitoring: Monitoring = {
  attention: [
    {
      one: 'email that failed',
      many: 'emails that failed',
      to: '/admin/mails?state=failed',
      urgency: 'now',
      rows: failedMails,
      since: mailsSince,
    },
    {
      one: 'email waiting for more than 5 minutes',
      many: 'emails waiting for more than 5 minutes',
      to: '/admin/mails?state=queued',
      urgency: 'now',
      rows: lateMails,
      since: mailsSince,
    },
  ],
  gauges: [
    {
      name: 'shop_mails',
      help: 'Mails by state',
      labels: ['state'],
      counts: mailCountsByState,
    },
    {
      name: 'shop_mails_late',
      help: 'Mails that wait for more than 5 minutes',
      labels: [],
      counts: lateMailCount,
    },
    {
      name: 'shop_mails_failing',
      help: 'Mails that wait and whose last try failed',
      labels: [],
      counts: failingMailCount,
    },
  ],
};
