import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { pendingRows, pendingSince } from './reviews.queries.server.ts';

export const reviewsMonitoring: Monitoring = {
  attention: [
    {
      one: 'review to approve',
      many: 'reviews to approve',
      to: '/admin/reviews',
      urgency: 'soon',
      rows: pendingRows,
      since: pendingSince,
    },
  ],
};
