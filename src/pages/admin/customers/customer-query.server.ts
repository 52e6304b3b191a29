import { customerKinds } from '#modules/analytics/customers.ts';
import type { CustomerQuery } from '#modules/analytics/customers.server.ts';
import { orderPrefixes } from '#modules/content/order-prefixes.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import type { ListQuery } from '../admin-loader.server.ts';

/** Returns the customers that a list's address asks for. */
export const customerQuery = async (ctx: Ctx, { q, text, choice }: ListQuery): Promise<CustomerQuery> => ({
  search: q,
  prefixes: q === '' ? [] : await orderPrefixes(ctx),
  kind: choice('kind', customerKinds),
  after: text('after'),
  before: text('before'),
});
