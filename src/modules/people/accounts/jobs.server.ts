import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetOldDevices } from './devices/service.server.ts';
import { forgetExpiredSessions } from './sessions/service.server.ts';
import { forgetOldSignUps } from './sign-up/service.server.ts';

export const accountJobs: JobDefinition[] = [
  { name: 'forget-expired-sessions', everySeconds: 3_600, work: (ctx) => forgetExpiredSessions(ctx) },
  { name: 'forget-old-sign-ups', everySeconds: 3_600, work: (ctx) => forgetOldSignUps(ctx) },
  { name: 'forget-old-devices', everySeconds: 86_400, work: (ctx) => forgetOldDevices(ctx) },
];
