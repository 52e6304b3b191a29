import { invoiceNumber } from '#modules/orders/invoice-figures.ts';
import { invoicePdf } from '#modules/orders/order-pdfs.server.ts';

import { orderFile } from './orders/order-file.server.ts';

/** Serves an order's invoice, as the customer gets it. */
export const loader = orderFile({ write: invoicePdf, nameOf: invoiceNumber, needsInvoice: true });
