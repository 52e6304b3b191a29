import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { notifyBackInStock } from './back-in-stock.server.ts';
import { askForReviews, remindOfCheckouts } from './automations.server.ts';

export const marketingJobs: JobDefinition[] = [
  { name: 'tell-back-in-stock', everySeconds: 60, work: (ctx) => notifyBackInStock(ctx) },
  { name: 'ask-for-reviews', everySeconds: 600, work: (ctx) => askForReviews(ctx) },
  { name: 'remind-of-checkouts', everySeconds: 300, work: (ctx) => remindOfCheckouts(ctx) },
];
