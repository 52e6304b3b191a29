import type { CustomerQuery } from '#modules/analytics/customers.server.ts';

import type { ListQuery } from '../admin-loader.server.ts';

export const customerQuery = ({ q, text, choice }: ListQuery): CustomerQuery => ({
  search: q,
  guests: choice('kind', ['accounts', 'guests']) === 'guests',
  after: text('after'),
  before: text('before'),
});
