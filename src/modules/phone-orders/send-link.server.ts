import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import type { MailItem } from '#modules/email/mail.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { payPath, type PhoneOrderItem } from './phone-order.ts';
import { phoneOrderMail } from './phone-orders.emails.server.ts';
import type { PhoneOrder } from './phone-orders.queries.server.ts';

/** Returns the items that are for sale, at today's prices, and whether any unit is in stock. */
export async function pricedItems(db: Db, items: readonly PhoneOrderItem[]) {
  const products = await activeProducts(
    db,
    items.map(({ productId }) => productId),
  );
  const priced = items.flatMap(({ productId, quantity }): MailItem[] => {
    const product = products.find(({ id }) => id === productId);
    if (product === undefined) return [];
    const { name, imageUrl } = product;
    return [{ name, imageUrl, quantity, amountCents: quantity * unitPrice(product) }];
  });
  return { priced, isInStock: products.some(({ available }) => available === null || available > 0) };
}

type Mailed = Pick<PhoneOrder, 'id' | 'email' | 'customer' | 'items' | 'expiresAt'>;

/** Mails the payment link to its customer. No-op if the contact was erased. */
export async function mailLink(tx: Db, ctx: Ctx, { id, email, customer, items, expiresAt }: Mailed): Promise<void> {
  if (email === null) return;
  const { publicUrl } = ctx.settings;
  const { priced } = await pricedItems(tx, items);
  const data = {
    firstName: customer?.firstName ?? '',
    items: priced,
    payUrl: `${publicUrl}${payPath(id)}`,
    expiresAt: expiresAt.toISOString(),
    shopUrl: publicUrl,
  };
  await enqueueMail(tx, ctx, { kind: phoneOrderMail, to: email, data });
}
