import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetExpiredSessions } from './sessions/service.server.ts';

export const accountJobs: JobDefinition[] = [
  { name: 'forget-expired-sessions', everySeconds: 3_600, work: (ctx) => forgetExpiredSessions(ctx) },
];
