import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { hasInvoice, invoiceNumber } from '#modules/after/pdfs/rules.ts';
import { invoicePdf } from '#modules/after/pdfs/service.server.ts';
import { orderOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { shopSettings } from '#modules/ground/settings/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

import type { Route } from './+types/invoice.ts';

const downloads: Limit = { name: 'invoices', points: 60, seconds: 3_600 };

/** The invoice of a customer's own paid order; for everything else there is none. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ctx, limits } = context.get(pageRequest);
  const user = context.get(pageUser);
  const order = await orderOfCustomer(ctx.db, user, params.number);
  if (order === null || !hasInvoice(order)) throw new Response('Not found.', { status: 404 });
  if (!(await limits.take(downloads, user.id))) throw new Response('Please try again later.', { status: 429 });
  return new Response(Buffer.from(await invoicePdf(order, (await shopSettings(ctx.db)).seller)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoiceNumber(order.orderNumber)}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
}
