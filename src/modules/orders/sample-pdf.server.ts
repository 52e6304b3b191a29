import type { OrderPdfKind } from '#modules/content/order-pdfs.schema.ts';

import { creditNotePdf, invoicePdf, packingSlipPdf, returnSlipPdf } from './order-pdfs.server.ts';
import type { PdfShop } from './pdf-shop.server.ts';
import { sampleOrderView } from './sample-order.server.ts';

const orderOf = ({ site }: PdfShop) => sampleOrderView(site.orderPrefix);

function sampleReturnSlip(shop: PdfShop): Promise<Uint8Array> {
  const order = orderOf(shop);
  const lines = order.items.map(({ productId }) => ({ productId, quantity: 1 }));
  return returnSlipPdf(order, { id: order.id, lines, requestedAt: order.placedAt }, shop);
}

function sampleCreditNote(shop: PdfShop): Promise<Uint8Array> {
  const order = orderOf(shop);
  const issue = { number: 'C-1', issuedAt: order.placedAt };
  const note = {
    ...issue,
    refundId: order.id,
    amountCents: order.totalCents,
    taxCents: order.taxCents,
    voidedAt: null,
  };
  const documents = { invoice: { number: 'R-1', issuedAt: order.placedAt }, creditNotes: [note] };
  return creditNotePdf(order, shop, { note, documents });
}

/** Writes each kind of PDF for a fictitious order, with a shop's words. */
export const samplePdfs: Readonly<Record<OrderPdfKind, (shop: PdfShop) => Promise<Uint8Array>>> = {
  invoice: (shop) => invoicePdf(orderOf(shop), shop),
  creditNote: sampleCreditNote,
  packingSlip: (shop) => packingSlipPdf(orderOf(shop), shop),
  returnSlip: sampleReturnSlip,
};
