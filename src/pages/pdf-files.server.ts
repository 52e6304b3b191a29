import { hasInvoice, invoiceNumberOf } from '#modules/orders/invoice-figures.ts';
import { creditNotePdf, invoicePdf, pdfShop } from '#modules/orders/order-pdfs.server.ts';
import { findDocuments } from '#modules/orders/order-documents.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

/** Response with a PDF to show, which no cache may store. */
export const pdfFile = (name: string, bytes: Uint8Array) =>
  new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name.replaceAll('/', '-')}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });

/** A PDF of an order that exists. Nothing is rendered yet. */
type OrderFile = { write(): Promise<Response> };

/** Answer while the gapless number of a document is still to be given. */
const beingNumbered = () =>
  new Response('This document gets its number within a minute. Please open it again then.', {
    status: 503,
    headers: { 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

/** Finds the invoice of an order. Null if it has none. */
export async function findInvoice(ctx: Ctx, order: OrderView): Promise<OrderFile | null> {
  const documents = await findDocuments(ctx.db, order.id);
  if (documents.invoice === null && !hasInvoice(order)) return null;
  const number = invoiceNumberOf(order, documents);
  return {
    write: async () =>
      number === null ? beingNumbered() : pdfFile(number, await invoicePdf(order, await pdfShop(ctx), documents)),
  };
}

/** Finds the credit note of an order by its number. Null if it has none with this number. */
export async function findCreditNote(ctx: Ctx, order: OrderView, number: string): Promise<OrderFile | null> {
  const documents = await findDocuments(ctx.db, order.id);
  const note = documents.creditNotes.filter((one) => one.number !== null).find((one) => one.number === number);
  if (note === undefined) return null;
  const write = async () => pdfFile(number, await creditNotePdf(order, await pdfShop(ctx), { note, documents }));
  return { write };
}

const downloads: Limit = { name: 'invoices', points: 60, seconds: 3_600 };

type FileRequest = Pick<PageRequest, 'ctx' | 'limits'> & {
  order: OrderView | null;
  /** Key of the download limit. */
  by: string;
  /** Number of the credit note. Unset for the invoice. */
  creditNote?: string;
};

/**
 * Returns the invoice of a paid order, or one of its credit notes, for its buyer. Throws 404 if the
 * order has no such file.
 */
export async function buyersFile({ ctx, limits, order, by, creditNote }: FileRequest): Promise<Response> {
  const find = (found: OrderView) =>
    creditNote === undefined ? findInvoice(ctx, found) : findCreditNote(ctx, found, creditNote);
  const file = order === null ? null : await find(order);
  if (file === null) throw new Response('Not found.', { status: 404 });
  if (!(await limits.take(downloads, by))) throw new Response('Please try again later.', { status: 429 });
  return file.write();
}
