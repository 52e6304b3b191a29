import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { isPublicationDue } from './content.queries.server.ts';
import { publishDue, type IsCompared } from './edit-content.server.ts';

export const contentJobs = (isCompared: IsCompared): JobDefinition[] => [
  { name: 'publish-content', isDue: () => isPublicationDue, work: (ctx) => publishDue(ctx, isCompared) },
];
