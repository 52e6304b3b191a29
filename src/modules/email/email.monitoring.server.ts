import type { Monitoring } from '#platform/monitoring-types.server.ts';

import {
  failedMails,
  failingMailCount,
  lateMailCount,
  lateMails,
  mailCountsByState,
  mailsSince,
} from './mail-log.queries.server.ts';

export const emailMonitoring: Monitoring = {
  attention: [
    {
      one: 'failed email',
      many: 'failed emails',
      to: '/admin/mails?state=failed',
      urgency: 'now',
      rows: failedMails,
      since: mailsSince,
    },
    {
      one: 'email delayed by more than 5 minutes',
      many: 'emails delayed by more than 5 minutes',
      to: '/admin/mails?state=queued',
      urgency: 'now',
      rows: lateMails,
      since: mailsSince,
    },
  ],
  gauges: [
    {
      name: 'shop_mails',
      help: 'Emails by state',
      labels: ['state'],
      counts: mailCountsByState,
    },
    {
      name: 'shop_mails_late',
      help: 'Emails queued for more than 5 minutes',
      labels: [],
      counts: lateMailCount,
    },
    {
      name: 'shop_mails_failing',
      help: 'Queued emails whose last attempt failed',
      labels: [],
      counts: failingMailCount,
    },
  ],
};
