import { hasInvoice } from '#modules/after/pdfs/rules.ts';
import type { OrderView } from '#modules/buying/orders/rules.ts';
import { orderByNumber } from '#modules/buying/orders/service.server.ts';
import type { Seller } from '#modules/ground/settings/rules.ts';
import { shopSettings } from '#modules/ground/settings/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';

import { pdfFile } from '../../pdf-file.server.ts';
import { adminLoader } from '../parts/loader.server.ts';

type Kind = {
  write: (order: OrderView, seller: Seller) => Promise<Uint8Array>;
  nameOf: (orderNumber: string) => string;
  /** Only for orders that an invoice is written for. */
  needsInvoice: boolean;
};

export const orderFile = ({ write, nameOf, needsInvoice }: Kind) =>
  adminLoader(async ({ ctx, params }) => {
    const order = await orderByNumber(ctx.db, (params.number ?? '').toUpperCase());
    if (order === null || (needsInvoice && !hasInvoice(order))) throw notFound();
    const { seller } = await shopSettings(ctx.db);
    return pdfFile(nameOf(order.orderNumber), await write(order, seller));
  });
