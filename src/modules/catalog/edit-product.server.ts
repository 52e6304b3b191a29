import type { Actor, Change } from '#modules/audit/audit-entry.ts';
import { differenceOf, recordChange, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  comparedPrice,
  comparedSince,
  minPriceBefore,
  minPriceEnd,
  referenceAfter,
  withoutSlips,
  type LastSale,
  type PricePoint,
} from './price-history.ts';
import type { EditRefusal } from './edit-product.schema.ts';
import * as repo from './edit-product.queries.server.ts';
import {
  productFacts,
  stockRefusal,
  type EditableProduct,
  type ProductEdit,
  type StockReason,
  type StockRefusal,
} from './edit-product.ts';

export { findEdited as editedProduct, type ImageRow, type StockMove } from './edit-product.queries.server.ts';

const shownMoves = 20;
const shownPrices = 20;
/** Prices that a comparison looks through: many more than 30 days bring. */
const maxPrices = 1_000;

export type ProductView = {
  product: EditableProduct;
  version: string;
  prices: PricePoint[];
  /** Lowest price of the last 30 days, in cents: what a sale that began now could be compared with. */
  lowestCents: number | null;
  moves: repo.StockMove[];
  images: repo.ImageRow[];
};

/** The orders' own answer to what was sold at which price since then. */
export type LastSalesOf = (db: Db, productId: string, since: Date) => Promise<LastSale[]>;

/** All prices, newest first, and of them, oldest first, those that count for a comparison. */
async function pricesOf(db: Db, productId: string, { now, lastSalesOf }: { now: Date; lastSalesOf: LastSalesOf }) {
  const prices = await repo.listPrices(db, productId, maxPrices);
  const lastSales = await lastSalesOf(db, productId, comparedSince(now));
  return { prices, counted: withoutSlips(prices, { lastSales, now }) };
}

/** Everything that an admin sees of the shop's product; null in a shop without one. */
export async function productView(db: Db, now: Date, lastSalesOf: LastSalesOf): Promise<ProductView | null> {
  const product = await repo.findEdited(db);
  if (product === null) return null;
  const { prices, counted } = await pricesOf(db, product.id, { now, lastSalesOf });
  return {
    product,
    version: versionOf(productFacts(product)),
    prices: prices.slice(0, shownPrices),
    lowestCents: minPriceBefore(counted, now),
    moves: await repo.listMoves(db, product.id, shownMoves),
    images: await repo.listImages(db, product.id),
  };
}

/** The product that is changed, and who changes it. */
export type Of = { productId: string; actor: Actor };

/** Writes a change of a product down. */
export function recordOf(tx: Db, { productId, actor }: Of, change: Omit<Change, 'subject'>): Promise<void> {
  return recordChange(tx, actor, { ...change, subject: `product:${productId}` });
}

/** What stands struck through beside the sale price, in cents: now and after an edit; a sale is compared otherwise from `until` on. */
export type Comparison = { nowCents: Cents | null; thenCents: Cents | null; lowestCents: Cents | null; until: Date };
export type EditAnswer =
  | Result<null, EditRefusal>
  | { ok: false; reason: 'comparison_changes'; comparison: Comparison };

type Edit = ProductEdit & {
  version: string;
  /** Whether who edits knows that something else will be struck through, or nothing. */
  agreed: boolean;
  lastSalesOf: LastSalesOf;
};

/**
 * Changes texts and prices (cents). A new sale price is compared with the lowest price of the 30 days before; a price that stood for
 * under an hour and at which nothing was sold leaves no trace in that. Refuses `changed_meanwhile` when `version` is not that of what
 * is stored, and `comparison_changes` when what is struck through now would no longer be and nobody agreed to it.
 */
export function editProduct(ctx: Ctx, of: Of, { version, agreed, lastSalesOf, ...edit }: Edit): Promise<EditAnswer> {
  const { productId } = of;
  return decide<EditAnswer>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, productId);
    if (row === null) return refuse('gone');
    const before = productFacts(row);
    if (versionOf(before) !== version) return refuse('changed_meanwhile');
    const after = productFacts(edit);
    if (versionOf(after) === version) return ok(null);
    const now = ctx.now();
    const { prices, counted } = await pricesOf(tx, productId, { now, lastSalesOf });
    // A slip is edited as what it replaced.
    const known = counted.at(-1) === prices[0] ? row : (counted.at(-1) ?? row);
    const referencePriceCents = referenceAfter({ before: known, after, history: counted, now });
    const nowCents = comparedPrice(row);
    const thenCents = comparedPrice({ ...after, referencePriceCents });
    if (!agreed && nowCents !== null && nowCents !== thenCents) {
      const comparison = {
        nowCents,
        thenCents,
        lowestCents: minPriceBefore(counted, now),
        until: minPriceEnd(counted, now),
      };
      return { ...refuse('comparison_changes'), comparison };
    }
    await repo.updateProduct(tx, productId, { ...after, referencePriceCents });
    const was = { ...before, referencePriceCents: row.referencePriceCents };
    await recordOf(tx, of, { action: 'product.edit', ...differenceOf(was, { ...after, referencePriceCents }) });
    return ok(null);
  });
}

type StockChange = { change: number; reason: StockReason; note: string; key?: string | undefined };
export type StockRefused = { ok: false; reason: StockRefusal | 'gone'; onHand: number | null; reserved: number };

/**
 * Adds units to the stock or takes some away and writes it into the ledger, once per `key`. Refuses what would fall below the
 * reserved units.
 */
export function adjustStock(
  ctx: Ctx,
  of: Of,
  { change, reason, note, key }: StockChange,
): Promise<{ ok: true; value: number } | StockRefused> {
  const { productId, actor } = of;
  return decide<{ ok: true; value: number } | StockRefused>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, productId);
    if (row === null) return { ...refuse('gone'), onHand: null, reserved: 0 };
    const { onHand, reserved } = row;
    if (key !== undefined && (await repo.existsMove(tx, key))) return ok(onHand ?? 0);
    const refused = stockRefusal(row, change);
    if (refused !== null) return { ...refuse(refused), onHand, reserved };
    const onHandAfter = await repo.takeStockChange(tx, productId, change);
    if (onHandAfter === null) return { ...refuse('below_reserved'), onHand, reserved };
    const at = ctx.now();
    await repo.insertMove(tx, { productId, change, onHandAfter, reason, note, key, actorEmail: actor.email, at });
    const after = { onHand: onHandAfter, reason, note };
    await recordOf(tx, of, { action: 'product.stock', before: { onHand }, after });
    return ok(onHandAfter);
  });
}

/**
 * Begins to count the stock with so many units, or with null ends counting it. Refuses fewer than are reserved, and `counted_already`
 * when somebody else has begun meanwhile; what is not counted any more stays so.
 */
export function countStock(ctx: Ctx, of: Of, onHand: number | null): Promise<{ ok: true; value: null } | StockRefused> {
  const { productId, actor } = of;
  return decide<{ ok: true; value: null } | StockRefused>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, productId);
    if (row === null) return { ...refuse('gone'), onHand: null, reserved: 0 };
    if (onHand === null && row.onHand === null) return ok(null);
    if (onHand !== null && row.onHand !== null)
      return { ...refuse('counted_already'), onHand: row.onHand, reserved: row.reserved };
    if (onHand !== null && onHand < row.reserved)
      return { ...refuse('below_reserved'), onHand, reserved: row.reserved };
    await repo.updateProduct(tx, productId, { onHand });
    const reason = onHand === null ? 'counting_ended' : 'counting_began';
    const at = ctx.now();
    const move = { productId, change: null, onHandAfter: onHand, reason, note: '', actorEmail: actor.email, at };
    await repo.insertMove(tx, move);
    const after = { onHand, reason };
    await recordOf(tx, of, { action: 'product.stock', before: { onHand: row.onHand }, after });
    return ok(null);
  });
}
