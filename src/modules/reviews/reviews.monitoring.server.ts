import { sql } from 'drizzle-orm';

import type { Monitoring } from '#platform/monitoring.server.ts';

import { reviews } from './tables.server.ts';

export const reviewsMonitoring: Monitoring = {
  attention: [
    {
      one: 'review waiting',
      many: 'reviews waiting',
      to: '/admin/reviews',
      urgency: 'soon',
      rows: sql`from ${reviews} where not ${reviews.isApproved} and ${reviews.rejectedAt} is null`,
    },
  ],
};
