import { isOwnCart } from '#modules/cart/service.server.ts';
import { activeProducts } from '#modules/catalog/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import * as repo from './repo.server.ts';
import type { SnapshotBody } from './rules.ts';

/** What a checkout stands at; `stockLeft` by product: units that this checkout could have, null where stock is not tracked. */
export type Offer = {
  checkout: repo.CheckoutRow;
  snapshot: SnapshotBody;
  stockLeft: ReadonlyMap<string, number | null>;
};

/** Units that nobody else was promised, those that the checkout itself holds included. */
async function stockLeftFor(db: Db, checkoutId: string, productIds: readonly string[]): Promise<Offer['stockLeft']> {
  const held = new Map((await repo.listReservations(db, checkoutId)).map((one) => [one.productId, one.quantity]));
  const products = await activeProducts(db, productIds);
  return new Map(
    products.map(({ id, available }) => [id, available === null ? null : available + (held.get(id) ?? 0)]),
  );
}

/** What a checkout offers at present; an unknown id is a 404. */
export async function offerOf(db: Db, checkoutId: string): Promise<Offer> {
  const checkout = await repo.findCheckout(db, checkoutId);
  const snapshot = await repo.findNewestSnapshot(db, checkoutId);
  if (checkout === null || snapshot === null) throw notFound();
  const productIds = snapshot.items.map((item) => item.productId);
  return { checkout, snapshot, stockLeft: await stockLeftFor(db, checkoutId, productIds) };
}

/** The checkout if it is the visitor's; another's reads like an unknown one: 404. */
export async function ownCheckout(
  db: Db,
  visitor: Visitor,
  checkout: repo.CheckoutRow | null,
): Promise<repo.CheckoutRow> {
  if (checkout === null || !(await isOwnCart(db, visitor, checkout.cartId))) throw notFound();
  return checkout;
}
