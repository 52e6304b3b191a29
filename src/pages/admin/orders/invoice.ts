import { invoiceNumber } from '#modules/after/pdfs/rules.ts';
import { invoicePdf } from '#modules/after/pdfs/service.server.ts';

import { orderFile } from './order-file.server.ts';

/** The invoice of an order, as its customer gets it. */
export const loader = orderFile({ write: invoicePdf, nameOf: invoiceNumber, needsInvoice: true });
