import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { aggregateDays } from './web-analytics.server.ts';

export const analyticsJobs: JobDefinition[] = [
  { name: 'fold-visits', deadlineSeconds: 1_800, everySeconds: 900, work: (ctx) => aggregateDays(ctx) },
];
