import { readTaxReport } from '#modules/books/books.server.ts';
import { ledgerCsv, taxCsv } from '#modules/books/export-books.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { unwrapOrThrow } from '#platform/http/http-error.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';
import { booksQuery } from './books/books-query.ts';

/** Exports the ledger of the chosen days, or their tax report (`report=taxes`). */
export const loader = adminLoader(async (page) => {
  const { ctx, query } = page;
  const now = ctx.now();
  const chosen = booksQuery(query, { now, shopMode: withPayments(ctx).payments.mode });
  const { from, to, span } = unwrapOrThrow(chosen, rangeRefusals);
  const report = query.choice('report', ['ledger', 'taxes']);
  const lines =
    report === 'ledger' ? ledgerCsv(ctx.db, span, now) : taxCsv(await readTaxReport(ctx.db, span), span.mode);
  return csvFile(page, { name: `${report}-${span.mode}-${from}-to-${to}`, lines });
});
