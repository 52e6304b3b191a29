import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { isPublicationDue } from './content.queries.server.ts';
import { publicationJob, publishDue, type IsHeadlineTestRunning } from './edit-content.server.ts';

export const contentJobs = (isCompared: IsHeadlineTestRunning): JobDefinition[] => [
  { name: publicationJob, isDue: () => isPublicationDue, work: (ctx) => publishDue(ctx, isCompared) },
];
