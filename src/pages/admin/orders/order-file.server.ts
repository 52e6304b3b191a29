import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import { pdfShop, type PdfShop } from '#modules/orders/order-pdfs.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { findOrderByNumber } from '#modules/orders/orders.server.ts';
import { notFound } from '#platform/http/errors.server.ts';

import { pdfFile } from '../../pdf-files.server.ts';
import { adminLoader } from '../admin-loader.server.ts';

type Kind = {
  write: (order: OrderView, shop: PdfShop) => Promise<Uint8Array>;
  nameOf: (orderNumber: string) => string;
  /** True when the file exists only for orders with an invoice. */
  needsInvoice: boolean;
};

export const orderFile = ({ write, nameOf, needsInvoice }: Kind) =>
  adminLoader(async ({ ctx, params }) => {
    const order = await findOrderByNumber(ctx.db, (params.number ?? '').toUpperCase());
    if (order === null || (needsInvoice && !hasInvoice(order))) throw notFound();
    return pdfFile(nameOf(order.orderNumber), await write(order, await pdfShop(ctx)));
  });
