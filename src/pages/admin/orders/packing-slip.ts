import { packingSlipPdf } from '#modules/after/pdfs/service.server.ts';

import type { Route } from './+types/packing-slip.ts';
import { orderFile } from './order-file.server.ts';

/** What lies in the parcel: the order without its prices. */
export function loader(args: Route.LoaderArgs) {
  return orderFile(args, { write: packingSlipPdf, nameOf: (number) => `packing-slip-${number}`, needsInvoice: false });
}
