import { orderOfIntent } from '#modules/orders/service.server.ts';
import type { Intent } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { deliveryFrom } from '../hosted/page.server.ts';
import { isComplete } from '../pricing.server.ts';
import { recordIn, snapshotFrom, type OrderRecord } from '../record.ts';
import * as repo from '../repo.server.ts';
import type { Delivery, SnapshotBody } from '../rules.ts';

/** Whom it goes to: as the shop told the provider, or as its customer did on the provider's page. */
function deliveryOf(intent: Intent, { contact, shippingAddress, ...others }: Delivery): Delivery {
  if (contact !== null || shippingAddress !== null) return { contact, shippingAddress, ...others };
  const { email, shipping } = intent;
  return deliveryFrom({ email, name: shipping?.name ?? null, phone: shipping?.phone ?? null, shipping });
}

async function snapshotOf(tx: Db, intent: Intent, record: OrderRecord): Promise<SnapshotBody | null> {
  const products = await repo.listProducts(
    tx,
    record.items.map(([id]) => id),
  );
  const agreed = snapshotFrom(record, products);
  if (agreed === null) return null;
  const delivery = deliveryOf(intent, agreed);
  return { ...agreed, ...delivery, currency: 'usd', complete: isComplete(delivery) };
}

/** The paid snapshot of a checkout that lost it, stored again from the record that the payment carries; null when that is not whole. */
export async function restoreSnapshot(tx: Db, checkoutId: string, intent: Intent): Promise<SnapshotBody | null> {
  const record = recordIn(intent.metadata);
  if (record === null || intent.snapshotVersion === null) return null;
  const snapshot = await snapshotOf(tx, intent, record);
  if (snapshot !== null) await repo.insertSnapshot(tx, checkoutId, intent.snapshotVersion, snapshot);
  return snapshot;
}

/** A checkout that the shop has lost, stored again as its payment names it; null when it has its order, or carries no whole record. */
export async function restoreCheckout(tx: Db, intent: Intent): Promise<repo.CheckoutRow | null> {
  const { id: paymentIntentId, checkoutId, snapshotVersion } = intent;
  const record = recordIn(intent.metadata);
  if (record === null || checkoutId === null || snapshotVersion === null) return null;
  if ((await orderOfIntent(tx, paymentIntentId)) !== null) return null;
  if ((await snapshotOf(tx, intent, record)) === null) return null;
  const lost = { id: checkoutId, paymentIntentId, snapshotVersion, orderNumber: record.order };
  await repo.insertLost(tx, lost);
  return repo.lockCheckout(tx, checkoutId);
}
