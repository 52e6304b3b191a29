import type { RouterContextProvider } from 'react-router';

import { adminOrSignIn } from '#modules/accounts/guard.server.ts';
import { hasInvoice } from '#modules/documents/rules.ts';
import type { OrderView } from '#modules/orders/rules.ts';
import { orderByNumber } from '#modules/orders/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

type Asked = { context: Readonly<RouterContextProvider>; request: Request; params: { number: string } };

type Kind = {
  write: (order: OrderView) => Promise<Uint8Array>;
  nameOf: (orderNumber: string) => string;
  /** Only for orders that an invoice is written for. */
  needsInvoice: boolean;
};

/** A PDF about an order, for admins. */
export async function orderFile({ context, request, params }: Asked, kind: Kind): Promise<Response> {
  const { ctx, visitor } = context.get(pageRequest);
  adminOrSignIn(visitor, request);
  const order = await orderByNumber(ctx.db, params.number.toUpperCase());
  if (order === null || (kind.needsInvoice && !hasInvoice(order))) throw new Response('Not found.', { status: 404 });
  return new Response(Buffer.from(await kind.write(order)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${kind.nameOf(order.orderNumber)}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
}
