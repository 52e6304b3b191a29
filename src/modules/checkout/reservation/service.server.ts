import { releaseStock, reserveStock } from '#modules/catalog/service.server.ts';
import { heldCodes, releaseCodes, type codeUses } from '#modules/discounts/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import * as repo from '../repo.server.ts';
import type { QuoteVersion, QuoteItem } from '../rules.ts';

/** What a checkout holds: goods, and what became of its codes. */
export type Holdings = { goods: readonly repo.Reservation[]; codes: Awaited<ReturnType<typeof codeUses>> };

export const noHoldings: Holdings = { goods: [], codes: [] };

/** Whether a checkout holds what a quote does not need. */
export function hasSurplus({ goods, codes }: Holdings, { items, code }: Pick<QuoteVersion, 'items' | 'code'>): boolean {
  const needed = new Map(items.map((item) => [item.productId, item.quantity]));
  const spareGoods = goods.some(({ productId, quantity }) => quantity > (needed.get(productId) ?? 0));
  return spareGoods || heldCodes(codes).some((codeId) => codeId !== code?.codeId);
}

/** Whether a quote needs units beyond those that its checkout holds. */
export function addsUnits(items: readonly QuoteItem[], { goods }: Holdings): boolean {
  const held = new Map(goods.map((one) => [one.productId, one.quantity]));
  return items.some(({ productId, quantity }) => quantity > (held.get(productId) ?? 0));
}

type Wanted = { checkoutId: string; items: readonly QuoteItem[]; held: Holdings['goods'] };

/** Promises what a new quote needs beyond what the checkout already holds; false when it is not there. Nothing is released. */
export async function acquire(tx: Db, { checkoutId, items, held: present }: Wanted): Promise<boolean> {
  const held = new Map(present.map((one) => [one.productId, one.quantity]));
  for (const { productId, quantity } of items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const missing = quantity - (held.get(productId) ?? 0);
    if (missing <= 0) continue;
    if (!(await reserveStock(tx, productId, missing))) return false;
    await repo.upsertReservation(tx, checkoutId, { productId, quantity });
  }
  return true;
}

/** Gives back what the newest quote no longer needs, once the provider knows that quote. */
export async function releaseSurplus(tx: Db, checkoutId: string, version: number): Promise<void> {
  const checkout = await repo.lockCheckout(tx, checkoutId);
  if (checkout === null || !repo.liveStates.includes(checkout.state) || checkout.quoteVersion !== version) return;
  const holding = await repo.findHolding(tx, checkoutId, version);
  if (holding === null) return;
  const { quote, goods } = holding;
  const needed = new Map(quote.items.map((item) => [item.productId, item.quantity]));
  for (const { productId, quantity } of goods) {
    const surplus = quantity - (needed.get(productId) ?? 0);
    if (surplus <= 0) continue;
    await releaseStock(tx, productId, surplus);
    await repo.upsertReservation(tx, checkoutId, { productId, quantity: quantity - surplus });
  }
  await releaseCodes(tx, checkoutId, quote.code?.codeId ?? null);
}
