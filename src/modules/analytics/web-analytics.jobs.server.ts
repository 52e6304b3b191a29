import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { aggregateDays } from './web-analytics.server.ts';

export const webAnalyticsJobs: JobDefinition[] = [
  { name: 'fold-visits', everySeconds: 900, work: (ctx) => aggregateDays(ctx) },
];
