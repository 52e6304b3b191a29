import { customerKinds } from '#modules/customers/customers.ts';
import type { CustomerQuery } from '#modules/customers/customers.server.ts';
import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { allTime, parseMoments } from '#shared/day-range.ts';

import type { ListQuery } from '../admin-loader.server.ts';

/** Returns the days in a query string, between which a customer appeared. */
export const sinceRange = ({ text }: Pick<ListQuery, 'text'>) => parseMoments(text('from'), text('to'));

/** Returns the customers that a list's address asks for. */
export async function customerQuery(ctx: Ctx, { q, text, choice }: ListQuery): Promise<CustomerQuery> {
  const since = sinceRange({ text });
  return {
    search: q,
    prefixes: q === '' ? [] : await orderPrefixes(ctx),
    kind: choice('kind', customerKinds),
    since: since.ok ? since.value : allTime,
    tag: text('tag') || null,
  };
}
