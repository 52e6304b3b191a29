import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { contactMessages } from './tables.server.ts';

export const contactMonitoring: Monitoring = {
  attention: [
    {
      one: 'message waiting',
      many: 'messages waiting',
      to: '/admin/messages',
      urgency: 'soon',
      rows: sql`from ${contactMessages} where ${contactMessages.handledAt} is null and not ${contactMessages.isSpam}`,
    },
  ],
};
