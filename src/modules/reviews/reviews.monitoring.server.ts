import type { Monitoring } from '#platform/monitoring.server.ts';

import { pendingRows, pendingSince } from './reviews.queries.server.ts';

export const reviewsMonitoring: Monitoring = {
  attention: [
    {
      one: 'review waiting',
      many: 'reviews waiting',
      to: '/admin/reviews',
      urgency: 'soon',
      rows: pendingRows,
      since: pendingSince,
    },
  ],
};
