import { packingSlipPdf } from '#modules/orders/order-pdfs.server.ts';

import { orderFile } from './order-file.server.ts';

/** What lies in the parcel: the order without its prices. */
export const loader = orderFile({
  write: packingSlipPdf,
  nameOf: (number) => `packing-slip-${number}`,
  needsInvoice: false,
});
