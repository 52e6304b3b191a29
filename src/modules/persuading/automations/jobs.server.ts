import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { askForReviews, remindOfCheckouts, withdrawReminders } from './service.server.ts';

export const automationJobs: JobDefinition[] = [
  { name: 'ask-for-reviews', everySeconds: 600, work: (ctx) => askForReviews(ctx) },
  { name: 'remind-of-checkouts', everySeconds: 300, work: (ctx) => remindOfCheckouts(ctx) },
  // A mail is tried again after 15 s: a reminder is withdrawn before that.
  { name: 'withdraw-reminders', everySeconds: 10, work: (ctx) => withdrawReminders(ctx) },
];
