import { analyticsCsv } from '#modules/owner/analytics/csv/service.server.ts';
import { analytics } from '#modules/owner/analytics/service.server.ts';

import { adminLoader, csvFile } from './parts/loader.server.ts';

export const loader = adminLoader(async ({ ctx }) =>
  csvFile(ctx, { name: 'analytics', lines: analyticsCsv(await analytics(ctx.db, ctx.now())) }),
);
