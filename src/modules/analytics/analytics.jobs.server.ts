import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { foldFigures } from './analytics.server.ts';

export const analyticsJobs: JobDefinition[] = [
  { name: 'fold-figures', everySeconds: 20, work: ({ db }) => foldFigures(db) },
];
