import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetPersonalData } from './service.server.ts';

export const privacyJobs: JobDefinition[] = [
  {
    name: 'forget-personal-data',
    everySeconds: 3_600,
    async work(ctx) {
      await forgetPersonalData(ctx);
    },
  },
];
