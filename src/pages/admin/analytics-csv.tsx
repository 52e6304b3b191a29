import { analyticsCsv } from '#modules/analytics/csv-exports.server.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

export const loader = adminLoader(async ({ ctx }) =>
  csvFile(ctx, { name: 'analytics', lines: analyticsCsv(await analytics(ctx.db, ctx.now())) }),
);
