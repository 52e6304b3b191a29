import { analyticsCsv, salesCsv } from '#modules/analytics/csv-exports.server.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';
import { salesFigures } from '#modules/analytics/sales-figures.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { accepted } from '#platform/http/errors.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';
import { figuresQuery } from './figures/figures-query.ts';

/** Exports the figures since the shop opened, or those of the chosen days (`report=days`). */
export const loader = adminLoader(async ({ ctx, query }) => {
  const now = ctx.now();
  if (query.text('report') !== 'days')
    return csvFile(ctx, { name: 'analytics', lines: analyticsCsv(await analytics(ctx.db, now)) });
  const shopMode = withPayments(ctx).payments.mode;
  const chosen = accepted(figuresQuery(query, { now, shopMode }), rangeRefusals);
  const figures = await salesFigures(ctx.db, chosen, shopMode);
  return csvFile(ctx, { name: 'figures', lines: salesCsv({ ...chosen, ...figures }) });
});
