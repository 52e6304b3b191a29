import type { PersonalData } from '#platform/db/personal-data.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

import { incompleteParts, lateRows, lateSince } from './retention.queries.server.ts';
import { eraseOldData } from './retention.server.ts';

export const personalDataJobs = (parts: readonly PersonalData[]): JobDefinition[] => [
  {
    name: 'forget-personal-data',
    everySeconds: 3_600,
    async work(ctx) {
      await eraseOldData(ctx, parts);
    },
  },
];

export const personalDataMonitoring: Monitoring = {
  attention: [
    {
      one: 'kind of personal data is kept longer than promised',
      many: 'kinds of personal data are kept longer than promised',
      to: '/admin/settings',
      urgency: 'soon',
      rows: lateRows,
      since: lateSince,
    },
  ],
  gauges: [
    {
      name: 'shop_retention_incomplete',
      help: 'Parts of personal data of which the last run left some whose time is over',
      labels: ['part'],
      counts: incompleteParts,
    },
  ],
};
