import { hasInvoice, invoiceNumber } from '#modules/after/pdfs/rules.ts';
import { invoicePdf } from '#modules/after/pdfs/service.server.ts';
import { orderOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { shopSettings } from '#modules/ground/settings/service.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

import { pdfFile } from '../pdf-file.server.ts';
import { customerLoader } from './parts/loader.server.ts';

const downloads: Limit = { name: 'invoices', points: 60, seconds: 3_600 };

/** The invoice of a customer's own paid order; for everything else there is none. */
export const loader = customerLoader(async ({ ctx, limits, user, params }) => {
  const order = await orderOfCustomer(ctx.db, user, params.number ?? '');
  if (order === null || !hasInvoice(order)) throw new Response('Not found.', { status: 404 });
  if (!(await limits.take(downloads, user.id))) throw new Response('Please try again later.', { status: 429 });
  const { seller } = await shopSettings(ctx.db);
  return pdfFile(invoiceNumber(order.orderNumber), await invoicePdf(order, seller));
});
