import { ledgerCsv } from '#modules/books/export-books.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { accepted } from '#platform/http/errors.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';
import { booksQuery } from './books/books-query.ts';

/** Exports the ledger of the chosen days. */
export const loader = adminLoader(({ ctx, query }) => {
  const now = ctx.now();
  const chosen = booksQuery(query, { now, shopMode: withPayments(ctx).payments.mode });
  const { from, to, span } = accepted(chosen, rangeRefusals);
  return csvFile(ctx, { name: `ledger-${span.mode}-${from}-to-${to}`, lines: ledgerCsv(ctx.db, span, now) });
});
