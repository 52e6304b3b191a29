import { namedProducts } from '#modules/catalog/products.queries.server.ts';
import { findOrderOfIntent } from '#modules/orders/orders.queries.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { deliveryFrom } from './hosted-checkout.ts';
import { insertQuote } from './quote.queries.server.ts';
import { isComplete } from './quote.server.ts';
import type { Delivery, QuoteVersion } from './quote.ts';
import { rebuildCheckout } from './settle.queries.server.ts';
import { quoteFrom, parseIntentMetadata, type OrderRecord } from './stripe-intent.schema.ts';

/**
 * Returns contact and address of a record. Falls back to those typed on the provider's page if the
 * record has none.
 */
function deliveryOf(intent: Intent, { contact, shippingAddress, ...others }: Delivery): Delivery {
  if (contact !== null || shippingAddress !== null) return { contact, shippingAddress, ...others };
  const { email, shipping } = intent;
  return deliveryFrom({ email, name: shipping?.name ?? null, phone: shipping?.phone ?? null, shipping });
}

async function quoteOf(tx: Db, intent: Intent, record: OrderRecord): Promise<QuoteVersion | null> {
  const products = await namedProducts(
    tx,
    record.items.map(([id]) => id),
  );
  const agreed = quoteFrom(record, products);
  if (agreed === null) return null;
  const delivery = deliveryOf(intent, agreed);
  return { ...agreed, ...delivery, currency: 'usd', complete: isComplete(delivery) };
}

/**
 * Restores the paid quote of a checkout from the record in its payment and stores it. Null if the
 * record is incomplete.
 */
export async function restoreQuote(tx: Db, checkoutId: string, intent: Intent): Promise<QuoteVersion | null> {
  const record = parseIntentMetadata(intent.metadata);
  if (record === null || intent.quoteVersion === null) return null;
  const quote = await quoteOf(tx, intent, record);
  if (quote !== null) await insertQuote(tx, checkoutId, { version: intent.quoteVersion, body: quote });
  return quote;
}

/**
 * Restores a lost checkout from its payment, stores it and locks it. Null if the payment already
 * has an order or its record is incomplete.
 */
export async function restoreCheckout(tx: Db, intent: Intent): Promise<CheckoutRow | null> {
  const { id: paymentIntentId, checkoutId, quoteVersion } = intent;
  const record = parseIntentMetadata(intent.metadata);
  if (record === null || checkoutId === null || quoteVersion === null) return null;
  if ((await findOrderOfIntent(tx, paymentIntentId)) !== null) return null;
  if ((await quoteOf(tx, intent, record)) === null) return null;
  const lost = { id: checkoutId, paymentIntentId, quoteVersion, orderNumber: record.order };
  await rebuildCheckout(tx, lost);
  return lockCheckout(tx, checkoutId);
}
