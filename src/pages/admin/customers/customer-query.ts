import type { CustomerQuery } from '#modules/analytics/customers.server.ts';
import { allTime, parseMoments } from '#shared/day-range.ts';

import type { ListQuery } from '../admin-loader.server.ts';

/** Returns the days in a query string, between which a customer appeared. */
export const sinceRange = ({ text }: ListQuery) => parseMoments(text('from'), text('to'));

export function customerQuery(query: ListQuery): CustomerQuery {
  const { q, text, choice } = query;
  const since = sinceRange(query);
  return {
    search: q,
    guests: choice('kind', ['accounts', 'guests']) === 'guests',
    since: since.ok ? since.value : allTime,
    after: text('after'),
    before: text('before'),
  };
}
