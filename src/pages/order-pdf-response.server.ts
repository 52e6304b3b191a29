import { hasInvoice, invoiceNumber } from '#modules/orders/invoice-figures.ts';
import { findIssued } from '#modules/orders/issued-documents.server.ts';
import { invoicePdf, issuedPdf, returnSlipPdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';
import type { DocumentKind } from '#modules/orders/order-documents.ts';
import { findDocuments } from '#modules/orders/find-documents.queries.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { returnCode } from '#modules/orders/returns.ts';
import { findReturn } from '#modules/orders/returns.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';
import { isUuid } from '#shared/uuid.ts';

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

type Named = { kind: DocumentKind; number: string };

/** Finds a document with a gapless number. Null if the order has no such document. */
async function findIssuedFile(ctx: Ctx, order: OrderView, { kind, number }: Named): Promise<OrderFile | null> {
  const issued = await findIssued(ctx, { orderId: order.id, kind, number });
  return issued === null ? null : { write: async () => pdfFile(number, await issuedPdf(issued)) };
}

/**
 * Finds the current invoice of an order, or an earlier one by its number. Null if it has none. An
 * invoice with the order's number is written as the order is now.
 */
export async function findInvoice(ctx: Ctx, order: OrderView, earlier = ''): Promise<OrderFile | null> {
  if (earlier !== '') return findIssuedFile(ctx, order, { kind: 'invoice', number: earlier });
  const documents = await findDocuments(ctx.db, order.id);
  const { invoice } = documents;
  if (invoice !== null) {
    if (invoice.number === null) return { write: () => Promise.resolve(beingNumbered()) };
    return findIssuedFile(ctx, order, { kind: 'invoice', number: invoice.number });
  }
  if (!hasInvoice(order)) return null;
  const write = async () =>
    pdfFile(invoiceNumber(order.orderNumber), await invoicePdf(order, await pdfShop(ctx), documents));
  return { write };
}

/** Finds a credit note of an order by its number. Null if it has none with this number. */
export const findCreditNote = (ctx: Ctx, order: OrderView, number: string): Promise<OrderFile | null> =>
  findIssuedFile(ctx, order, { kind: 'credit_note', number });

/** Finds the slip of a return of this order. Null if the order has no such return. */
export async function findReturnSlip(ctx: Ctx, order: OrderView, returnId: string): Promise<OrderFile | null> {
  const one = isUuid(returnId) ? await findReturn(ctx.db, returnId) : null;
  if (one === null || one.orderId !== order.id) return null;
  const write = async () =>
    pdfFile(`return-slip-${returnCode(one.id)}`, await returnSlipPdf(order, one, await pdfShop(ctx)));
  return { write };
}

const downloads: Limit = { name: 'invoices', points: 60, seconds: 3_600 };

type FileRequest = Pick<PageRequest, 'ctx' | 'limits'> & {
  order: OrderView | null;
  /** Key of the download limit. */
  by: string;
  kind: DocumentKind;
  /** Number of the document. '' is the current invoice. */
  number: string;
};

/**
 * Returns an invoice of a paid order, or one of its credit notes, for its buyer. Throws 404 if the
 * order has no such file.
 */
export async function customerPdfResponse({ ctx, limits, order, by, kind, number }: FileRequest): Promise<Response> {
  const find = kind === 'invoice' ? findInvoice : findCreditNote;
  const file = order === null ? null : await find(ctx, order, number);
  if (file === null) throw new Response('Not found.', { status: 404 });
  if (!(await limits.consume(downloads, by))) throw new Response('Please try again later.', { status: 429 });
  return file.write();
}
