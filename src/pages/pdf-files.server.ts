import { hasInvoice, invoiceNumber } from '#modules/orders/invoice-figures.ts';
import { invoicePdf, pdfShop } from '#modules/orders/order-pdfs.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

/** Response with a PDF to show, which no cache may store. */
export const pdfFile = (name: string, bytes: Uint8Array) =>
  new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });

const downloads: Limit = { name: 'invoices', points: 60, seconds: 3_600 };

type InvoiceRequest = Pick<PageRequest, 'ctx' | 'limits'> & {
  order: OrderView | null;
  /** Key of the download limit. */
  by: string;
};

/** Returns the invoice of a paid order for its buyer. Throws 404 for any other order. */
export async function invoiceFile({ ctx, limits, order, by }: InvoiceRequest): Promise<Response> {
  if (order === null || !hasInvoice(order)) throw new Response('Not found.', { status: 404 });
  if (!(await limits.take(downloads, by))) throw new Response('Please try again later.', { status: 429 });
  return pdfFile(invoiceNumber(order.orderNumber), await invoicePdf(order, await pdfShop(ctx)));
}
