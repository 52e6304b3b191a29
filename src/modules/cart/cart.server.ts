import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import { quantityCap } from '#modules/catalog/product.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { mergedQuantity, onlyLeft, type CartLine } from './cart-line.ts';
import {
  deleteCart,
  deleteLine,
  emptyCart,
  findBuyNowCart,
  findCartId,
  findStanding,
  hasLines,
  insertBuyNowCart,
  isOwned,
  keysOf,
  linesOfCart,
  listLinesOf,
  lockCart,
  addUnitsToLine,
  updateBuyer,
  updateCartSource,
  updateOwner,
  upsertLine,
  upsertPhoneCart,
  type Addition,
  type CartOwner,
  type CartStanding,
  type OwnerKeys,
  type PhoneCart,
} from './cart.queries.server.ts';
import { cartRefusals, type CartRefusal } from './cart.schema.ts';

/** A result whose refusal carries the number of available units when stock is the reason. */
export type CartResult<T> = Result<T, CartRefusal> & { available?: number };

/** Message of a refusal for the shopper. `available` is set when stock is the reason. */
export function cartSentence({ reason, available }: { reason: CartRefusal; available?: number }): string {
  return reason === 'too_many' ? onlyLeft(available ?? 0) : cartRefusals[reason];
}

function ownerOf(visitor: Visitor): CartOwner | null {
  if (visitor.user !== null) return { customerId: visitor.user.id };
  return visitor.cartToken === null ? null : { tokenHash: tokenHash(visitor.cartToken) };
}

/** Returns the id of the visitor's cart, or null if there is none. */
export async function cartIdOf(db: Db, visitor: Visitor): Promise<string | null> {
  const owner = ownerOf(visitor);
  return owner === null ? null : findCartId(db, owner);
}

/** True when a cart belongs to the visitor, Buy Now carts included. */
export async function isOwnCart(db: Db, visitor: Visitor, cartId: string): Promise<boolean> {
  const owner = ownerOf(visitor);
  return owner !== null && isOwned(db, owner, cartId);
}

/** Query parameters that identify the visitor as the owner of a cart. */
export const ownerKeys = (visitor: Visitor): OwnerKeys => keysOf(ownerOf(visitor));

/** Returns what a cart is to the visitor, or null if it does not exist. */
export const cartStanding = (db: Db, visitor: Visitor, cartId: string): Promise<CartStanding | null> =>
  findStanding(db, ownerKeys(visitor), cartId);

/** True if the visitor has a sign-in or the cookie of a cart. */
export const hasIdentity = (visitor: Visitor): boolean => ownerOf(visitor) !== null;

/**
 * Returns the units of each product that the checkout of the visitor's cart has reserved. They are
 * unavailable to others but not to this visitor.
 */
export type HeldUnits = (db: Db, visitor: Visitor) => Promise<ReadonlyMap<string, number>>;

const nothingHeld: HeldUnits = async () => new Map();

/**
 * Units of a product available to the visitor whose checkout has reserved `held` of them. Null if
 * stock is not tracked.
 */
const availableTo = (held: number, available: number | null) => (available === null ? null : available + held);

/**
 * Returns the lines with the stock available to their own visitor. Reads the reserved units only if
 * the stock left for others does not exceed the quantity in the cart.
 */
export async function linesFor(lines: CartLine[], readHeld: () => ReturnType<HeldUnits>): Promise<CartLine[]> {
  if (lines.every(({ quantity, product: { available } }) => available === null || quantity < available)) return lines;
  const held = await readHeld();
  return lines.map((line) => {
    const { id, available } = line.product;
    return { ...line, product: { ...line.product, available: availableTo(held.get(id) ?? 0, available) } };
  });
}

/** Returns the visitor's lines, oldest first. */
export async function cartLines(db: Db, visitor: Visitor): Promise<CartLine[]> {
  const owner = ownerOf(visitor);
  return owner === null ? [] : listLinesOf(db, owner);
}

type Adding = Omit<Addition, 'held'> & { heldUnits?: HeldUnits };

/**
 * Adds units to the visitor's cart. The visitor must have an identity: a customer or a cart cookie.
 * Refuses `no_product`, `sold_out`, and `too_many` above 99 units or the available stock.
 */
export async function addToCart(
  db: Db,
  visitor: Visitor,
  { heldUnits = nothingHeld, ...addition }: Adding,
): Promise<CartResult<CartLine[]>> {
  const owner = ownerOf(visitor);
  if (owner === null) throw new Error('a cart needs a cookie or a customer');
  let taken = await addUnitsToLine(db, owner, addition);
  const held = taken === null ? ((await heldUnits(db, visitor)).get(addition.productId) ?? 0) : 0;
  if (held > 0) taken = await addUnitsToLine(db, owner, { ...addition, held });
  if (taken?.isFirst === true) return ok([taken.line]);
  const lines = await listLinesOf(db, owner);
  if (taken !== null) return ok(lines);
  const [product] = await activeProducts(db, [addition.productId]);
  if (product === undefined) return refuse('no_product');
  const cap = quantityCap(availableTo(held, product.available));
  const present = lines.find((line) => line.product.id === product.id)?.quantity ?? 0;
  if (cap === 0 && present === 0) return refuse('sold_out');
  return { ...refuse('too_many'), available: Math.max(cap, present) };
}

export type Purchase = { productId: string; quantity: number };

/**
 * Checks that the units of a purchase can be bought. `present` units in the line always can,
 * because its own checkout may have reserved them.
 */
export async function purchasable(tx: Db, { productId, quantity }: Purchase, present = 0): Promise<CartResult<null>> {
  const [product] = await activeProducts(tx, [productId]);
  if (product === undefined) return refuse('no_product');
  const cap = Math.max(quantityCap(product.available), present);
  if (cap === 0) return refuse('sold_out');
  return quantity > cap ? { ...refuse('too_many'), available: cap } : ok(null);
}

/**
 * Sets the visitor's Buy Now cart to exactly these units and returns its id. The shopper's regular
 * cart is unchanged. The visitor must have an identity.
 * Refuses `no_product`, `sold_out`, and `too_many` above 99 units or the available stock.
 */
export function fillBuyNow(
  db: Db,
  visitor: Visitor,
  { purchases, source }: { purchases: readonly Purchase[]; source: string | null },
): Promise<CartResult<string>> {
  const owner = ownerOf(visitor);
  if (owner === null) throw new Error('a cart needs a cookie or a customer');
  return inResultTransaction(db, async (tx): Promise<CartResult<string>> => {
    const cartId = (await findBuyNowCart(tx, owner)) ?? (await insertBuyNowCart(tx, owner));
    await updateCartSource(tx, cartId, source);
    const before = await linesOfCart(tx, cartId);
    for (const one of purchases) {
      const present = before.find((line) => line.product.id === one.productId)?.quantity ?? 0;
      const possible = await purchasable(tx, one, present);
      if (!possible.ok) return possible;
    }
    await emptyCart(tx, cartId);
    for (const line of purchases) await upsertLine(tx, cartId, line);
    return ok(cartId);
  });
}

/**
 * Gives the cart of a phone order to the visitor, who must have an identity. Its previous owner
 * loses it, so that one browser at a time can pay.
 */
export function claimPhoneCart(tx: Db, visitor: Visitor, cart: PhoneCart): Promise<void> {
  const owner = ownerOf(visitor);
  if (owner === null) throw new Error('a cart needs a cookie or a customer');
  return upsertPhoneCart(tx, owner, cart);
}

/** Puts units into a cart without lines. Other carts stay unchanged. */
export async function fillEmptyCart(tx: Db, cartId: string, purchases: readonly Purchase[]): Promise<void> {
  if (await hasLines(tx, cartId)) return;
  for (const { productId, quantity } of purchases) await upsertLine(tx, cartId, { productId, quantity });
}

/**
 * Sets a line's quantity; 0 or less removes the line. Refuses `no_line`, and `too_many` above 99
 * units or the available stock.
 */
export function changeQuantity(
  db: Db,
  visitor: Visitor,
  { lineId, quantity, heldUnits }: { lineId: string; quantity: number; heldUnits: HeldUnits },
): Promise<CartResult<CartLine[]>> {
  return inTransaction(db, async (tx): Promise<CartResult<CartLine[]>> => {
    const cartId = await cartIdOf(tx, visitor);
    if (cartId === null) return refuse('no_line');
    await lockCart(tx, cartId);
    const line = (await linesOfCart(tx, cartId)).find((one) => one.id === lineId);
    if (line === undefined) return refuse('no_line');
    if (quantity <= 0) await deleteLine(tx, cartId, lineId);
    else {
      const { id, available } = line.product;
      const held = quantity > quantityCap(available) ? await heldUnits(tx, visitor) : null;
      const cap = Math.max(quantityCap(availableTo(held?.get(id) ?? 0, available)), line.quantity);
      if (quantity > cap) return { ...refuse('too_many'), available: cap };
      await upsertLine(tx, cartId, { productId: line.product.id, quantity });
    }
    return ok(await linesOfCart(tx, cartId));
  });
}

/** Removes one line. No-op if the line is already gone. */
export async function removeLine(db: Db, visitor: Visitor, lineId: string): Promise<CartLine[]> {
  const cartId = await cartIdOf(db, visitor);
  if (cartId === null) return [];
  await deleteLine(db, cartId, lineId);
  return linesOfCart(db, cartId);
}

/** Removes all lines of the visitor's cart. */
export async function clearCart(db: Db, visitor: Visitor): Promise<void> {
  const cartId = await cartIdOf(db, visitor);
  if (cartId !== null) await emptyCart(db, cartId);
}

/** Removes all lines of a Buy Now cart. Throws a 404 if the cart is not the visitor's. */
export async function clearBuyNow(db: Db, visitor: Visitor, cartId: string): Promise<void> {
  if (!(await isOwnCart(db, visitor, cartId))) throw notFound();
  await emptyCart(db, cartId);
}

/**
 * Sets a product's quantity in a cart after its checkout changed it; 0 removes the line. Refuses
 * `no_product` because the product id comes from the browser.
 */
export async function setCartQuantity(
  tx: Db,
  cartId: string,
  { productId, quantity }: Purchase,
): Promise<Result<null, 'no_product'>> {
  if (quantity > 0) {
    if ((await activeProducts(tx, [productId])).length === 0) return refuse('no_product');
    await upsertLine(tx, cartId, { productId, quantity });
    return ok(null);
  }
  const line = (await linesOfCart(tx, cartId)).find((one) => one.product.id === productId);
  if (line !== undefined) await deleteLine(tx, cartId, line.id);
  return ok(null);
}

/**
 * Moves a guest's cart to the customer at sign-in, so that an open checkout keeps its reservations.
 * Lines of the customer's previous cart are merged in: quantities add up, within stock. Returns the
 * cart's id, or null if the guest had no cart.
 */
export function mergeGuestCart(db: Db, guestToken: string, customerId: string): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const guest = { tokenHash: tokenHash(guestToken) };
    await updateBuyer(tx, guest, { customerId });
    const cartId = await findCartId(tx, guest);
    if (cartId === null) return null;
    const former = await findCartId(tx, { customerId });
    for (const id of [cartId, former].filter((one) => one !== null).toSorted()) await lockCart(tx, id);
    if (former !== null) {
      const guestLines = await linesOfCart(tx, cartId);
      for (const line of await linesOfCart(tx, former)) {
        const guestQuantity = guestLines.find((one) => one.product.id === line.product.id)?.quantity ?? 0;
        const quantity = mergedQuantity(guestQuantity, line.quantity, line.product.available);
        await upsertLine(tx, cartId, { productId: line.product.id, quantity });
      }
      await deleteCart(tx, former);
    }
    await updateOwner(tx, cartId, customerId);
    return cartId;
  });
}
