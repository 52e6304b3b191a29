import { packingSlipPdf, pdfShop } from '#modules/orders/order-pdfs.server.ts';

import { pdfFile } from '../pdf-files.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves the packing slip: the order without prices. */
export const loader = orderFile(async ({ ctx, order }) => ({
  write: async () => pdfFile(`packing-slip-${order.orderNumber}`, await packingSlipPdf(order, await pdfShop(ctx))),
}));
