import { invoiceNumber } from '#modules/orders/invoice-figures.ts';
import { invoicePdf } from '#modules/orders/order-pdfs.server.ts';

import { orderFile } from './order-file.server.ts';

/** The invoice of an order, as its customer gets it. */
export const loader = orderFile({ write: invoicePdf, nameOf: invoiceNumber, needsInvoice: true });
