import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { foldFigures } from './analytics.server.ts';
import { aggregateDays } from './web-analytics.server.ts';

export const analyticsJobs: JobDefinition[] = [
  { name: 'fold-figures', everySeconds: 20, work: ({ db }) => foldFigures(db) },
  { name: 'fold-visits', everySeconds: 900, work: (ctx) => aggregateDays(ctx) },
];
