import { packingSlipsPdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';
import { listOrdersToPack } from '#modules/orders/ship-orders.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { toShopDate } from '#shared/shop-time.ts';

import { pdfFile } from '../order-pdf-response.server.ts';
import { adminLoader } from './admin-loader.server.ts';

/** Serves a pick list and the packing slips of the named orders, or of all orders to ship. */
export const loader = adminLoader(async ({ ctx, query }) => {
  const orders = await listOrdersToPack(ctx.db, query.searchParams.getAll('order'));
  if (orders.length === 0) throw notFound();
  const now = ctx.now();
  return pdfFile(`packing-slips-${toShopDate(now)}`, await packingSlipsPdf(orders, { now, shop: await pdfShop(ctx) }));
});
