import { packingSlipPdf } from '#modules/orders/order-pdfs.server.ts';

import { orderFile } from './orders/order-file.server.ts';

/** Serves the packing slip: the order without prices. */
export const loader = orderFile({
  write: packingSlipPdf,
  nameOf: (number) => `packing-slip-${number}`,
  needsInvoice: false,
});
