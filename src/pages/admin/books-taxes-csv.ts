import { readTaxReport } from '#modules/books/books.server.ts';
import { taxCsv } from '#modules/books/export-books.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { accepted } from '#platform/http/errors.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';
import { booksQuery } from './books/books-query.ts';

/** Exports the tax report of the chosen days. */
export const loader = adminLoader(async ({ ctx, query }) => {
  const chosen = booksQuery(query, { now: ctx.now(), shopMode: withPayments(ctx).payments.mode });
  const { from, to, span } = accepted(chosen, rangeRefusals);
  const lines = taxCsv(await readTaxReport(ctx.db, span), span.mode);
  return csvFile(ctx, { name: `taxes-${span.mode}-${from}-to-${to}`, lines });
});
