import { packingSlipsPdf, pdfShop } from '#modules/orders/order-pdfs.server.ts';
import { listOrdersToPack } from '#modules/orders/ship-orders.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { shopDay } from '#shared/shop-time.ts';

import { pdfFile } from '../pdf-files.server.ts';
import { adminLoader } from './admin-loader.server.ts';

/** Serves a pick list and the packing slips of the named orders, or of all orders to ship. */
export const loader = adminLoader(async ({ ctx, query }) => {
  const orders = await listOrdersToPack(ctx.db, query.searchParams.getAll('order'));
  if (orders.length === 0) throw notFound();
  const now = ctx.now();
  return pdfFile(`packing-slips-${shopDay(now)}`, await packingSlipsPdf(orders, { now, shop: await pdfShop(ctx) }));
});
