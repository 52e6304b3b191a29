import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { openRows, openSince } from './inbox.queries.server.ts';

export const contactMonitoring: Monitoring = {
  attention: [
    {
      one: 'message to answer',
      many: 'messages to answer',
      to: '/admin/messages',
      urgency: 'soon',
      rows: openRows,
      since: openSince,
    },
  ],
};
