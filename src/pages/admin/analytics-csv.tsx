import { analyticsCsv, salesCsv } from '#modules/analytics/csv-exports.server.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';
import { salesFigures } from '#modules/analytics/sales-figures.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { unwrapOrThrow } from '#platform/http/http-error.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';
import { figuresQuery } from './figures/figures-query.ts';

/** Exports the figures since the shop opened, or those of the chosen days (`report=days`). */
export const loader = adminLoader(async (page) => {
  const { ctx, query } = page;
  const now = ctx.now();
  const shopMode = withPayments(ctx).payments.mode;
  const chosen = unwrapOrThrow(figuresQuery(query, { now, shopMode }), rangeRefusals);
  if (query.text('report') !== 'days') {
    const lines = analyticsCsv(await analytics(ctx.db, { mode: chosen.mode, now }));
    return csvFile(page, { name: 'analytics', lines });
  }
  const figures = await salesFigures(ctx.db, chosen, shopMode);
  return csvFile(page, { name: 'figures', lines: salesCsv({ ...chosen, ...figures }) });
});
