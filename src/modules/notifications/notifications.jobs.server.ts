import type { Settings } from '#platform/env/settings.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import type { NoticeSources } from './notifications.queries.server.ts';
import { notifyAdmins } from './notify-admins.server.ts';

export const notificationJobs = (sources: (settings: Settings) => NoticeSources): JobDefinition[] => [
  { name: 'notify-admins', everySeconds: 15, work: (ctx) => notifyAdmins(ctx, sources(ctx.settings)) },
];
