import { invoiceNumber } from '#modules/after/pdfs/rules.ts';
import { invoicePdf } from '#modules/after/pdfs/service.server.ts';

import type { Route } from './+types/invoice.ts';
import { orderFile } from './order-file.server.ts';

/** The invoice of an order, as its customer gets it. */
export function loader(args: Route.LoaderArgs) {
  return orderFile(args, { write: invoicePdf, nameOf: invoiceNumber, needsInvoice: true });
}
