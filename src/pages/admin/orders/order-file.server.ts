import type { OrderView } from '#modules/orders/order-record.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

import { adminLoader, type ListQuery } from '../admin-loader.server.ts';

type FileRequest = Pick<PageRequest, 'ctx'> & { order: OrderView; query: ListQuery };

/** Loader of a file of the order that the address names. Answers 404 if `find` returns null. */
export const orderFile = (find: (request: FileRequest) => Promise<{ write(): Promise<Response> } | null>) =>
  adminLoader(async ({ ctx, params, query }) => {
    const order = await findOrderByNumber(ctx.db, (params.number ?? '').toUpperCase());
    const file = order === null ? null : await find({ ctx, order, query });
    if (file === null) throw notFound();
    return file.write();
  });
