import type { PersonalData } from '#platform/db/personal-data.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { eraseOldData } from './personal-data.server.ts';

export const personalDataJobs = (parts: readonly PersonalData[]): JobDefinition[] => [
  {
    name: 'forget-personal-data',
    everySeconds: 3_600,
    async work(ctx) {
      await eraseOldData(ctx, parts);
    },
  },
];
