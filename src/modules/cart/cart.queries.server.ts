import { randomUUID } from 'node:crypto';

import { and, asc, desc, eq, isNull, like, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';

import { activeProduct, availableProducts, soldColumns } from '#modules/catalog/products.queries.server.ts';
import { maxQuantity } from '#modules/catalog/product.ts';
import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jsonPairs, firstRow } from '#platform/db/rows.server.ts';

import { telephone } from '#shared/visit-source.ts';

import type { CartLine } from './cart-line.ts';
import { cartLines, carts } from './tables.server.ts';

export type CartOwner = { customerId: string } | { tokenHash: string };

const idBy = (column: PgColumn) =>
  preparedStatement((db, { key }: Placeholders<{ key: string }>) =>
    db.select({ id: carts.id }).from(carts).where(eq(column, key)).limit(1),
  );
const idByCustomer = idBy(carts.customerId);
const idByToken = idBy(carts.tokenHash);

export async function findCartId(db: Db, owner: CartOwner): Promise<string | null> {
  const rows =
    'customerId' in owner
      ? await idByCustomer(db, { key: owner.customerId })
      : await idByToken(db, { key: owner.tokenHash });
  return rows[0]?.id ?? null;
}

const buyerOf = (owner: CartOwner) =>
  'customerId' in owner ? `customer:${owner.customerId}` : `guest:${owner.tokenHash}`;

/**
 * Query parameters that identify a cart owner. All are null for a visitor without an identity, who
 * owns no cart.
 */
export type OwnerKeys = { customerId: string | null; tokenHash: string | null; buyer: string | null };

export function keysOf(owner: CartOwner | null): OwnerKeys {
  return { customerId: null, tokenHash: null, ...owner, buyer: owner && buyerOf(owner) };
}

/**
 * SQL condition: true when the cart id in a column is the owner's cart or one of their Buy Now
 * carts.
 */
export const isCartOf = (
  { customerId, tokenHash, buyer }: Placeholders<OwnerKeys>,
  cartId: PgColumn,
) => sql`${cartId} in (
  select ${carts.id} from ${carts}
  where ${eq(carts.customerId, customerId)} or ${eq(carts.tokenHash, tokenHash)} or ${eq(carts.buyer, buyer)})`;

const selectOwned = preparedStatement((db, { cartId, ...keys }: Placeholders<OwnerKeys & { cartId: string }>) =>
  db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.id, cartId), isCartOf(keys, carts.id))),
);

/** True when the owner has the cart with this id, Buy Now carts included. */
export async function isOwned(db: Db, owner: CartOwner, cartId: string): Promise<boolean> {
  return (await selectOwned(db, { cartId, ...keysOf(owner) })).length === 1;
}

/** The owner's newest cart for Buy Now, or null. Carts of phone orders are left out. */
export async function findBuyNowCart(db: Db, owner: CartOwner): Promise<string | null> {
  const rows = await db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.buyer, buyerOf(owner)), isNull(carts.phoneOrderId)))
    .orderBy(desc(carts.updatedAt))
    .limit(1);
  return rows[0]?.id ?? null;
}

export async function insertBuyNowCart(db: Db, owner: CartOwner): Promise<string> {
  const rows = await db
    .insert(carts)
    .values({ buyer: buyerOf(owner) })
    .returning({ id: carts.id });
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the cart was not stored');
  return id;
}

/** A phone order and its cart. */
export type PhoneCart = { cartId: string; phoneOrderId: string };

/** Gives the cart of a phone order to a shopper. Creates it if needed. */
export async function upsertPhoneCart(db: Db, owner: CartOwner, { cartId, phoneOrderId }: PhoneCart): Promise<void> {
  const owned = { buyer: buyerOf(owner), updatedAt: sql`now()` };
  await db
    .insert(carts)
    .values({ id: cartId, phoneOrderId, ...owned })
    .onConflictDoUpdate({ target: carts.id, set: owned });
}

export async function updateBuyer(db: Db, from: CartOwner, to: CartOwner): Promise<void> {
  await db
    .update(carts)
    .set({ buyer: buyerOf(to), updatedAt: sql`now()` })
    .where(eq(carts.buyer, buyerOf(from)));
}

const soldProduct = activeProduct(cartLines.productId);
const oldestFirst = [asc(cartLines.createdAt), asc(cartLines.id)];

type LineColumns = Record<'id' | 'quantity', SQLWrapper>;

/**
 * Selects a line with its product as one JSON column. A dozen separate columns would each have to
 * be named and mapped in every query.
 */
const lineOf = ({ id, quantity }: LineColumns) => sql<CartLine>`json_build_object(
  'id', ${id}, 'quantity', ${quantity}, 'product', json_build_object(${jsonPairs(soldColumns)}))`;

const line = lineOf(cartLines);

/**
 * Returns the lines of a cart with their products, oldest first. Lines of inactive products are
 * left out.
 */
export async function linesOfCart(db: Db, cartId: string): Promise<CartLine[]> {
  const rows = await db
    .select({ line })
    .from(cartLines)
    .innerJoin(...soldProduct)
    .where(eq(cartLines.cartId, cartId))
    .orderBy(...oldestFirst);
  return rows.map((row) => row.line);
}

/** True when a cart has at least one line. Lines of inactive products count. */
export async function hasLines(db: Db, cartId: string): Promise<boolean> {
  return (
    (await db.select({ id: cartLines.id }).from(cartLines).where(eq(cartLines.cartId, cartId)).limit(1)).length > 0
  );
}

const selectStanding = preparedStatement((db, { cartId, ...keys }: Placeholders<OwnerKeys & { cartId: string }>) => {
  const linesOf = sql`from ${cartLines} where ${cartLines.cartId} = ${carts.id}`;
  const soldOf = sql`from ${cartLines} join ${soldProduct[0]} on ${soldProduct[1]} where ${cartLines.cartId} = ${carts.id}`;
  return db
    .select({
      kind: sql<CartStanding['kind']>`case
        when ${carts.phoneOrderId} is not null then 'link' when ${carts.buyer} is not null then 'buy_now' else 'regular' end`,
      isOwn: sql<boolean>`coalesce(${isCartOf(keys, carts.id)}, false)`,
      lines: sql<CartStanding['lines']>`case
        when not exists (select ${linesOf}) then 'none' when exists (select ${soldOf}) then 'some' else 'not_for_sale' end`,
    })
    .from(carts)
    .where(eq(carts.id, cartId));
});

/** Kind of a cart, whether it is the visitor's, and whether it holds anything that is for sale. */
export type CartStanding = {
  kind: 'regular' | 'buy_now' | 'link';
  isOwn: boolean;
  lines: 'none' | 'not_for_sale' | 'some';
};

export async function findStanding(db: Db, keys: OwnerKeys, cartId: string): Promise<CartStanding | null> {
  return (await selectStanding(db, { cartId, ...keys }))[0] ?? null;
}

/** SQL column: the lines of the cart that the surrounding statement identifies. */
export const linesIn = (cartId: SQLWrapper) => sql<CartLine[]>`(
  select coalesce(json_agg(${line} order by ${cartLines.createdAt}, ${cartLines.id}), '[]')
  from ${cartLines} join ${soldProduct[0]} on ${soldProduct[1]} where ${cartLines.cartId} = ${cartId})`;

/**
 * SQL condition: true when the cart that the surrounding statement identifies has no line or does
 * not exist.
 */
export const isEmptyCart = (cartId: SQLWrapper) =>
  sql`not exists (select from ${cartLines} where ${cartLines.cartId} = ${cartId})`;

/** SQL column: units of a product in a cart, both identified by the surrounding statement. */
export const unitsIn = (cartId: SQLWrapper, productId: SQLWrapper) =>
  sql<number>`coalesce((select quantity from ${cartLines} where cart_id = ${cartId} and product_id = ${productId}), 0)`;

/** SQL subquery: product ids in the cart that the surrounding statement identifies. */
export const productIdsIn = (cartId: SQLWrapper) =>
  sql`(select ${cartLines.productId} from ${cartLines} where ${cartLines.cartId} = ${cartId})`;

const linesBy = (column: PgColumn) =>
  preparedStatement((db, { key }: Placeholders<{ key: string }>) =>
    db
      .select({ line })
      .from(carts)
      .innerJoin(cartLines, eq(cartLines.cartId, carts.id))
      .innerJoin(...soldProduct)
      .where(eq(column, key))
      .orderBy(...oldestFirst),
  );
const linesByCustomer = linesBy(carts.customerId);
const linesByToken = linesBy(carts.tokenHash);

/** Returns the lines of the owner's cart in the form of `linesOfCart`. */
export async function listLinesOf(db: Db, owner: CartOwner): Promise<CartLine[]> {
  const rows =
    'customerId' in owner
      ? await linesByCustomer(db, { key: owner.customerId })
      : await linesByToken(db, { key: owner.tokenHash });
  return rows.map((row) => row.line);
}

/** `held`: units reserved by the cart's own checkout. They are not available to others. */
export type Addition = { productId: string; quantity: number; sessionId: string | null; held?: number };

type Taking = Required<Addition> & { key: string; newId: string };

const takeBy = (column: SQL) =>
  preparedStatement((db, { key, newId, productId, quantity, sessionId, held }: Placeholders<Taking>) => {
    const product = db
      .$with('product', {})
      .as(
        sql`select id, least(${maxQuantity}::int, available + ${held}::int) as cap from ${availableProducts(sql`${productId}::uuid`)} p`,
      );
    const cart = db.$with('cart', {}).as(sql`
      insert into carts (id, ${column}, session_id) select ${newId}::uuid, ${key}::text, ${sessionId}::text from product
      on conflict (${column}) do update set updated_at = now()
      returning id`);
    const taken = db.$with('taken', {}).as(sql`
      insert into shopping_carts (cart_id, product_id, quantity)
      select cart.id, product.id, ${quantity}::int from cart, product where ${quantity}::int <= cap
      on conflict (cart_id, product_id) do update set quantity = shopping_carts.quantity + excluded.quantity
      where shopping_carts.quantity + excluded.quantity <= (select cap from product)
      returning id, cart_id, product_id, quantity`);
    const [sold] = soldProduct;
    return db
      .with(product, cart, taken)
      .select({
        line: lineOf({ id: sql`taken.id`, quantity: sql`taken.quantity` }),
        isFirst: sql<boolean>`taken.cart_id = ${newId}::uuid`,
      })
      .from(sql`taken`)
      .innerJoin(sold, sql`${sold.id} = taken.product_id`);
  });
const takeByCustomer = takeBy(sql`customer_id`);
const takeByToken = takeBy(sql`token_hash`);

/** The line that received the units. `isFirst` is true when the cart was created for it. */
type Taken = { line: CartLine; isFirst: boolean };

/**
 * Adds units to the line of an active product in the owner's cart, creating cart and line if
 * needed. Returns null if there is no such product, or if the line would exceed 99 units or the
 * available stock. This single statement decides, so concurrent additions cannot exceed the limit.
 */
export function addUnitsToLine(db: Db, owner: CartOwner, addition: Addition): Promise<Taken | null> {
  const full = { held: 0, ...addition, newId: randomUUID() };
  return firstRow(
    'customerId' in owner
      ? takeByCustomer(db, { ...full, key: owner.customerId })
      : takeByToken(db, { ...full, key: owner.tokenHash }),
  );
}

/** Sets the quantity of a product in a cart, inserting the line if needed. */
export async function upsertLine(
  db: Db,
  cartId: string,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<void> {
  await db
    .insert(cartLines)
    .values({ cartId, productId, quantity })
    .onConflictDoUpdate({ target: [cartLines.cartId, cartLines.productId], set: { quantity } });
}

export async function deleteLine(db: Db, cartId: string, lineId: string): Promise<boolean> {
  const rows = await db
    .delete(cartLines)
    .where(and(eq(cartLines.cartId, cartId), eq(cartLines.id, lineId)))
    .returning({ id: cartLines.id });
  return rows.length === 1;
}

/** Deletes the lines of a cart. Other statements can embed this one. */
export function emptyCart(db: Db, cartId: string | SQL) {
  return db.delete(cartLines).where(eq(cartLines.cartId, cartId));
}

/** SQL subquery: id of the regular cart of a customer or of a guest's token, or null. */
export const ownCartId = ({ customerId, tokenHash }: Placeholders<Pick<OwnerKeys, 'customerId' | 'tokenHash'>>) =>
  sql`(select id from carts where customer_id = ${customerId} or token_hash = ${tokenHash})`;

/**
 * SQL subquery: locks a cart until the transaction of the surrounding statement ends. Returns its
 * id, or null if it is gone.
 */
export const heldCart = (cartId: string | SQL) => sql`(select id from carts where id = ${cartId} for update)`;

/** Locks the cart for this transaction, so that requests change its lines one at a time. */
export async function lockCart(db: Db, cartId: string): Promise<void> {
  await db.execute(heldCart(cartId));
}

/** Sets the source of a Buy Now cart, and locks the cart as `lockCart` does. */
export async function updateCartSource(db: Db, cartId: string, source: string | null): Promise<void> {
  await db.update(carts).set({ source }).where(eq(carts.id, cartId));
}

/**
 * SQL subquery: source of an order of a cart, which is the telephone, that of its Buy Now, or
 * `stated`.
 */
export const cartSource = (cartId: string | SQL, stated: string | null | SQL) => sql<string | null>`coalesce(
  (select case when phone_order_id is null then source else ${telephone} end from carts where id = ${cartId}),
  ${stated})`;

/** Turns a guest's cart into the cart of a customer. The customer must not have a cart. */
export async function updateOwner(db: Db, cartId: string, customerId: string): Promise<void> {
  const updatedAt = sql`now()`;
  await db.update(carts).set({ customerId, tokenHash: null, updatedAt }).where(eq(carts.id, cartId));
}

export async function deleteCart(db: Db, cartId: string): Promise<void> {
  await db.delete(carts).where(eq(carts.id, cartId));
}

/** Matches the carts of a customer, Buy Now carts included. */
const isOfCustomer = (userId: string) => or(eq(carts.customerId, userId), eq(carts.buyer, `customer:${userId}`));

/** Returns the lines of all carts of a customer for the download of their data. */
export function listLinesOfCustomer(db: Db, userId: string): Promise<{ productId: string; quantity: number }[]> {
  return db
    .select({ productId: cartLines.productId, quantity: cartLines.quantity })
    .from(cartLines)
    .innerJoin(carts, eq(carts.id, cartLines.cartId))
    .where(isOfCustomer(userId));
}

export async function deleteCartsOfCustomer(tx: Db, userId: string): Promise<void> {
  await tx.delete(carts).where(isOfCustomer(userId));
}

/** Deletes guest carts last changed before `before`, except those still in use. */
export function eraseGuestCarts(db: Db, before: Date, isUnused: (cartId: AnyPgColumn) => SQL) {
  const isGuests = and(isNull(carts.customerId), or(isNull(carts.buyer), like(carts.buyer, 'guest:%')));
  return deleteInBatches(db, carts, and(isGuests, lt(carts.updatedAt, before), isUnused(carts.id)));
}
