import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { foldVisits } from './service.server.ts';

export const visitJobs: JobDefinition[] = [{ name: 'fold-visits', everySeconds: 900, work: (ctx) => foldVisits(ctx) }];
