import type { RouterContextProvider } from 'react-router';

import { hasInvoice } from '#modules/after/pdfs/rules.ts';
import type { OrderView } from '#modules/buying/orders/rules.ts';
import { orderByNumber } from '#modules/buying/orders/service.server.ts';
import type { Seller } from '#modules/ground/settings/rules.ts';
import { shopSettings } from '#modules/ground/settings/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

type Asked = { context: Readonly<RouterContextProvider>; params: { number: string } };

type Kind = {
  write: (order: OrderView, seller: Seller) => Promise<Uint8Array>;
  nameOf: (orderNumber: string) => string;
  /** Only for orders that an invoice is written for. */
  needsInvoice: boolean;
};

/** A PDF about an order, for admins. */
export async function orderFile({ context, params }: Asked, kind: Kind): Promise<Response> {
  const { ctx } = context.get(pageRequest);
  const order = await orderByNumber(ctx.db, params.number.toUpperCase());
  if (order === null || (kind.needsInvoice && !hasInvoice(order))) throw new Response('Not found.', { status: 404 });
  const { seller } = await shopSettings(ctx.db);
  return new Response(Buffer.from(await kind.write(order, seller)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${kind.nameOf(order.orderNumber)}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
}
