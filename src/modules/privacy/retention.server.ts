import { sql } from 'drizzle-orm';
import type { Monitoring } from '#platform/monitoring.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { retentionRuns } from './tables.server.ts';
import { eraseOldData } from './personal-data.server.ts';

const { completeAt, isComplete, part } = retentionRuns;

/** Parts that have been incomplete for a day. A first run over a large backlog is not late yet. */
const lateRows = sql`from ${retentionRuns} where not ${isComplete} and ${completeAt} < now() - interval '1 day'`;

export const personalDataMonitoring: Monitoring = {
  attention: [
    {
      one: 'kind of personal data is kept longer than promised',
      many: 'kinds of personal data are kept longer than promised',
      to: '/admin/settings',
      urgency: 'soon',
      rows: lateRows,
    },
  ],
  gauges: [
    {
      name: 'shop_retention_incomplete',
      help: 'Parts of personal data of which the last run left some whose time is over',
      labels: ['part'],
      counts: sql`select ${part}, 1 as count from ${retentionRuns} where not ${isComplete}`,
    },
  ],
};

/** Query for the `doctor` message about late parts. Selects nothing if there are none. */
export const lateParts = sql`select string_agg(${part}, ', ' order by ${part}) as parts ${lateRows}`;

export const personalDataJobs = (parts: readonly PersonalData[]): JobDefinition[] => [
  {
    name: 'forget-personal-data',
    everySeconds: 3_600,
    async work(ctx) {
      await eraseOldData(ctx, parts);
    },
  },
];
