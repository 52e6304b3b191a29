import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/rules.ts';
import { setCartQuantity } from '#modules/cart/service.server.ts';
import { goodsAfterPromotions, type CodeRefusal, type DiscountCode } from '#modules/discounts/rules.ts';
import { codeUses, usableCode } from '#modules/discounts/service.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { fittingAddress } from '#shared/countries.ts';
import { notesBy } from '#shared/order-notes.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { reservationMinutes } from '../session/service.server.ts';
import { checkoutNotes, type Change, type CheckoutRefusal } from '../contract.ts';
import { cartLinesFor } from '../availability/service.server.ts';
import { priceCart } from '../quote/service.server.ts';
import * as repo from '../repo.server.ts';
import { hasSurplus } from '../reservation/service.server.ts';
import type { Delivery } from '../rules.ts';

/** A reservation can be extended from two minutes left on, up to an hour after its goods were reserved. */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, longestMinutes: 60 };

/** The code that a change leaves in force: a new one must apply, an old one that no longer applies falls away. */
async function codeAfter(
  ctx: PaymentsCtx,
  tx: Db,
  { cartId, lines }: { cartId: string; lines: readonly CartLine[] },
  { wanted, present }: { wanted: string | null | undefined; present: string | null },
): Promise<Result<DiscountCode | null, CodeRefusal>> {
  const code = wanted === undefined ? present : wanted;
  if (code === null || code === '') return ok(null);
  const goods = goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
  const usable = await usableCode(ctx, tx, { code, goods, cartId, isHeld: wanted === undefined });
  return usable.ok || wanted !== undefined ? usable : ok(null);
}

const fitting = (address: Change['shipping_address']) => address && fittingAddress(address);

function deliveryAfter(change: Partial<Change>, before: Delivery): Delivery {
  return {
    contact: change.customer_info ?? before.contact,
    shippingAddress: fitting(change.shipping_address) ?? before.shippingAddress,
    billingAddress: fitting(change.billing_address) ?? before.billingAddress,
    ...notesBy('name', ({ name, wire }) => change[wire] ?? before[name]),
  };
}

/** A stored version, whether the checkout holds more than that needs, and what could not stay as it was. */
export type Version = { version: number; hasSurplus: boolean; notes: string[] };
type Revision = { visitor: Visitor; checkoutId: string; change: Partial<Change>; fits: boolean };

/** Stores the next quote of a checkout that the transaction holds, and acquires what it adds. Null when the cart is empty. */
export async function nextVersion(
  ctx: PaymentsCtx,
  tx: Db,
  checkout: repo.CheckoutRow,
  { visitor, change, fits }: Omit<Revision, 'checkoutId'>,
): Promise<Result<Version | null, CheckoutRefusal>> {
  const { id: checkoutId, cartId, quoteVersion } = checkout;
  const holding = await repo.findHolding(tx, checkoutId, quoteVersion);
  if (holding === null) throw new Error(`checkout ${checkoutId} has no quote ${quoteVersion}`);
  const { quote: before, goods } = holding;
  const held = { goods, codes: await codeUses(tx, checkoutId) };
  const found = await cartLinesFor(tx, { cartId, held: held.goods, fits });
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  if (lines.length === 0) return ok(null);
  const codes = { wanted: change.discount_code, present: before.code?.code ?? null };
  const code = await codeAfter(ctx, tx, { cartId, lines }, codes);
  if (!code.ok) return code;
  const isLost = codes.wanted === undefined && codes.present !== null && code.value === null;
  const delivery = deliveryAfter(change, before);
  const optionId = change.shipping_option_id ?? before.shippingOption?.id ?? null;
  const pricing = { visitor, cartId, checkoutId, lines, held, delivery, optionId };
  const quote = await priceCart(ctx, tx, pricing, code.value);
  if (!quote.ok) return quote;
  if (change.final === true && quote.value.shippingOption === null) return refuse('no_shipping');
  if (change.final === true && !quote.value.complete) return refuse('incomplete');
  const version = quoteVersion + 1;
  await repo.insertNewest(tx, checkoutId, {
    version,
    body: quote.value,
    change: {
      customerId: visitor.user?.id ?? checkout.customerId,
      ...(change.final === true && quote.value.totalCents > 0 ? { state: 'awaiting_payment' as const } : {}),
    },
  });
  const lost = isLost && codes.present !== null ? [checkoutNotes.codeLost(codes.present)] : [];
  return ok({ version, hasSurplus: hasSurplus(held, quote.value), notes: [...notes, ...lost] });
}

/** Stores the next quote of a live checkout and acquires what it adds; releases nothing. Null when the cart was emptied: its time is up. */
export async function addVersion(
  ctx: PaymentsCtx,
  tx: Db,
  revision: Revision,
): Promise<Result<Version | null, CheckoutRefusal>> {
  const { checkoutId, change } = revision;
  const locked = await repo.lockInTime(tx, checkoutId);
  if (locked === null) throw notFound();
  const { checkout, isDue } = locked;
  const closed = closedTo(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.state === 'expired' || isDue) return refuse('expired');
  if (change.extend === true && !(await repo.takeExtension(tx, checkoutId, extension))) return refuse('not_extendable');
  for (const { product_id, quantity } of change.items ?? []) {
    await setCartQuantity(tx, checkout.cartId, product_id, quantity);
  }
  const next = await nextVersion(ctx, tx, checkout, revision);
  if (next.ok && next.value === null) await repo.updateToDue(tx, checkoutId);
  return next;
}

/** Why nothing can be changed or paid in a checkout any more, its time aside; null when it can. */
export function closedTo({ state, hostedSessionId }: repo.CheckoutRow): 'paid_already' | 'being_paid' | null {
  if (state === 'completed') return 'paid_already';
  return state === 'payment_processing' || hostedSessionId !== null ? 'being_paid' : null;
}
