import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { refreshFigures } from './analytics.server.ts';
import { countSalesDays } from './sales-figures.server.ts';
import { aggregateDays } from './web-analytics.server.ts';

export const analyticsJobs: JobDefinition[] = [
  { name: 'refresh-figures', deadlineSeconds: 1_800, everySeconds: 60, work: ({ db }) => refreshFigures(db) },
  { name: 'count-sales-days', deadlineSeconds: 1_800, everySeconds: 60, work: ({ db }) => countSalesDays(db) },
  { name: 'fold-visits', deadlineSeconds: 1_800, everySeconds: 900, work: (ctx) => aggregateDays(ctx) },
];
