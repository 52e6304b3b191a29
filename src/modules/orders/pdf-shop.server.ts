import { publishedContent } from '#modules/content/content.server.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import { factsOf, fillVariables } from '#modules/content/template-variables.ts';
import type { OrderPdfKind, OrderPdfs } from '#modules/content/order-pdfs.schema.ts';
import { promisedFacts } from '#modules/settings/shop-promises.ts';
import { sellerLines, type Seller } from '#modules/settings/shop-settings.ts';
import { shopSettings } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { OrderView } from './order-record.ts';

/** The owner's parts of a PDF: seller, name, facts and colors of the shop, and words. */
export type PdfShop = Pick<Documents, 'site' | 'theme' | 'orderPdfs'> & { seller: Seller };

/** Returns the parts as published. */
export async function pdfShop(ctx: Ctx): Promise<PdfShop> {
  const [{ seller }, { site, theme, orderPdfs }] = await Promise.all([shopSettings(ctx.db), publishedContent(ctx)]);
  return { seller, site, theme, orderPdfs };
}

/** Returns the parts as published, read in a transaction and never from the cache. */
export function pdfShopIn(tx: Db, { cacheLifetime: _cache, ...ctx }: Ctx): Promise<PdfShop> {
  return pdfShop({ ...ctx, db: tx });
}

/** Returns the words of a PDF, with the order's own promises. */
export const wordsOf = <K extends OrderPdfKind>(
  kind: K,
  { promises }: Pick<OrderView, 'promises'>,
  { site, orderPdfs }: PdfShop,
): OrderPdfs[K] => fillVariables(orderPdfs[kind], { ...factsOf(site), ...promisedFacts(promises) });

/** Returns the head of a PDF: name and color of the shop, and who sends it. */
export const headOf = ({ site, theme, seller }: PdfShop) => ({
  shopName: site.name,
  accent: theme.colors.berry,
  sender: [...sellerLines(seller), site.facts.supportEmail],
});

/** Explains what is missing above it. */
export const gapsNote = (orderNumber: string) =>
  `Characters that can’t be printed here are left out or shown as "?". Order ${orderNumber} keeps every name and address in full.`;
