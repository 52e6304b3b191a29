import type { Monitoring } from '#platform/monitoring.server.ts';

import { openRows, openSince } from './inbox.queries.server.ts';

export const contactMonitoring: Monitoring = {
  attention: [
    {
      one: 'message waiting',
      many: 'messages waiting',
      to: '/admin/messages',
      urgency: 'soon',
      rows: openRows,
      since: openSince,
    },
  ],
};
