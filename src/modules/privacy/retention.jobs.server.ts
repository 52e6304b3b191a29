import type { PersonalData } from '#platform/db/data-subject.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { incompleteParts, lateRows, lateSince } from './retention.queries.server.ts';
import { eraseOldData } from './retention.server.ts';

export const personalDataJobs = (parts: readonly PersonalData[]): JobDefinition[] => [
  {
    name: 'forget-personal-data',
    deadlineSeconds: 1_800,
    everySeconds: 3_600,
    async work(ctx) {
      await eraseOldData(ctx, parts);
    },
  },
];

export const personalDataMonitoring: Monitoring = {
  attention: [
    {
      one: 'type of personal data kept past its deletion date',
      many: 'types of personal data kept past their deletion dates',
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
