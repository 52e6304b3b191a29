import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { askForReviews, remindOfCheckouts } from './automations.server.ts';

export const automationJobs: JobDefinition[] = [
  { name: 'ask-for-reviews', everySeconds: 600, work: (ctx) => askForReviews(ctx) },
  { name: 'remind-of-checkouts', everySeconds: 300, work: (ctx) => remindOfCheckouts(ctx) },
];
