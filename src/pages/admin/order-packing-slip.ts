import { packingSlipPdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';

import { pdfFile } from '../order-pdf-response.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves the packing slip: the order without prices. */
export const loader = orderFile(async ({ ctx, order }) => ({
  write: async () => pdfFile(`packing-slip-${order.orderNumber}`, await packingSlipPdf(order, await pdfShop(ctx))),
}));
