import type { Actor, Change } from '#modules/audit/audit-log.ts';
import { changedFields, recordChange, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  compareAtPrice,
  comparedSince,
  minPriceBefore,
  minPriceEnd,
  possibleSlips,
  referenceAfter,
  withoutSlips,
  type LastSale,
  type PricePoint,
} from './price-history.ts';
import type { EditRefusal } from './edit-product.schema.ts';
import {
  type ImageRow,
  type StockMove,
  existsMove,
  editedProduct,
  lockProduct,
  insertMove,
  listImages,
  listMoves,
  listPrices,
  tryAdjustStock,
  updateProduct,
} from './edit-product.queries.server.ts';
import {
  productFields,
  stockRefusal,
  type EditableProduct,
  type ProductEdit,
  type StockReason,
  type StockRefusal,
} from './edit-product.ts';

const shownMoves = 20;
const shownPrices = 20;
/** Max prices read for a comparison: far more than change within 30 days. */
const maxPrices = 1_000;

export type ProductView = {
  product: EditableProduct;
  version: string;
  prices: PricePoint[];
  /** Lowest price of the last 30 days, in cents: the reference for a sale that began now. */
  lowestCents: number | null;
  moves: StockMove[];
  images: ImageRow[];
};

/**
 * Returns when units were last sold at some unit prices (cents), since a date. Implemented by the
 * orders module.
 */
export type FindLastSales = (
  db: Db,
  productId: string,
  sales: { prices: readonly Cents[]; since: Date },
) => Promise<LastSale[]>;

/** Returns all prices, newest first, and those that count for a comparison, oldest first. */
async function listComparedPrices(
  db: Db,
  productId: string,
  { now, lastSalesOf }: { now: Date; lastSalesOf: FindLastSales },
) {
  const prices = await listPrices(db, productId, maxPrices);
  const lastSales = await lastSalesOf(db, productId, { prices: possibleSlips(prices, now), since: comparedSince(now) });
  return { prices, counted: withoutSlips(prices, { lastSales, now }) };
}

/** Returns everything that the admin page shows about the product, or null if there is none. */
export async function productView(db: Db, now: Date, lastSalesOf: FindLastSales): Promise<ProductView | null> {
  const product = await editedProduct(db);
  if (product === null) return null;
  const { prices, counted } = await listComparedPrices(db, product.id, { now, lastSalesOf });
  return {
    product,
    version: versionToken(productFields(product)),
    prices: prices.slice(0, shownPrices),
    lowestCents: minPriceBefore(counted, now),
    moves: await listMoves(db, product.id, shownMoves),
    images: await listImages(db, product.id),
  };
}

/** The product to change and the admin who changes it. */
export type EditTarget = { productId: string; actor: Actor };

/** Records a change of a product in the audit log. */
export function recordProductChange(
  tx: Db,
  { productId, actor }: EditTarget,
  change: Omit<Change, 'subject'>,
): Promise<void> {
  return recordChange(tx, actor, { ...change, subject: `product:${productId}` });
}

/**
 * Struck-through price beside the sale price, in cents, now and after an edit. From `until` on, a
 * sale is compared with a different price.
 */
export type Comparison = { nowCents: Cents | null; thenCents: Cents | null; lowestCents: Cents | null; until: Date };
export type EditResult =
  | Result<null, EditRefusal>
  | { ok: false; reason: 'comparison_changes'; comparison: Comparison };

type Edit = ProductEdit & {
  version: string;
  /** True when the admin confirmed that the struck-through price changes or disappears. */
  agreed: boolean;
  lastSalesOf: FindLastSales;
};

/**
 * Changes texts and prices (cents). A new sale price is compared with the lowest price of the
 * previous 30 days. A price that lasted under an hour and sold nothing does not count.
 * Refuses `changed_meanwhile` if `version` is stale, and `comparison_changes` if the struck-through
 * price would change without confirmation.
 */
export function editProduct(
  ctx: Pick<Ctx, 'db' | 'now'>,
  target: EditTarget,
  { version, agreed, lastSalesOf, ...edit }: Edit,
): Promise<EditResult> {
  const { productId } = target;
  return inResultTransaction<EditResult>(ctx.db, async (tx) => {
    const row = await lockProduct(tx, productId);
    if (row === null) return refuse('gone');
    const before = productFields(row);
    if (versionToken(before) !== version) return refuse('changed_meanwhile');
    const after = productFields(edit);
    if (versionToken(after) === version) return ok(null);
    const now = ctx.now();
    const { prices, counted } = await listComparedPrices(tx, productId, { now, lastSalesOf });
    // A slip is edited as the price that it replaced.
    const known = counted.at(-1) === prices[0] ? row : (counted.at(-1) ?? row);
    const referencePriceCents = referenceAfter({ before: known, after, history: counted, now });
    const nowCents = compareAtPrice(row);
    const thenCents = compareAtPrice({ ...after, referencePriceCents });
    if (!agreed && nowCents !== null && nowCents !== thenCents) {
      const comparison = {
        nowCents,
        thenCents,
        lowestCents: minPriceBefore(counted, now),
        until: minPriceEnd(counted, now),
      };
      return { ...refuse('comparison_changes'), comparison };
    }
    await updateProduct(tx, productId, { ...after, referencePriceCents });
    const was = { ...before, referencePriceCents: row.referencePriceCents };
    await recordProductChange(tx, target, {
      action: 'product.edit',
      ...changedFields(was, { ...after, referencePriceCents }),
    });
    return ok(null);
  });
}

type StockChange = { change: number; reason: StockReason; note: string; key?: string | undefined };
export type StockRefused = { ok: false; reason: StockRefusal | 'gone'; onHand: number | null; reserved: number };

/**
 * Changes the stock by some units and appends it to the ledger, once per `key`. Refuses a stock
 * below the reserved units.
 */
export function adjustStock(
  ctx: Ctx,
  target: EditTarget,
  { change, reason, note, key }: StockChange,
): Promise<{ ok: true; value: number } | StockRefused> {
  const { productId, actor } = target;
  return inResultTransaction<{ ok: true; value: number } | StockRefused>(ctx.db, async (tx) => {
    const row = await lockProduct(tx, productId);
    if (row === null) return { ...refuse('gone'), onHand: null, reserved: 0 };
    const { onHand, reserved } = row;
    if (key !== undefined && (await existsMove(tx, key))) return ok(onHand ?? 0);
    const refused = stockRefusal(row, change);
    if (refused !== null) return { ...refuse(refused), onHand, reserved };
    const onHandAfter = await tryAdjustStock(tx, productId, change);
    if (onHandAfter === null) return { ...refuse('below_reserved'), onHand, reserved };
    const at = ctx.now();
    await insertMove(tx, { productId, change, onHandAfter, reason, note, key, actorEmail: actor.email, at });
    const after = { onHand: onHandAfter, reason, note };
    await recordProductChange(tx, target, { action: 'product.stock', before: { onHand }, after });
    return ok(onHandAfter);
  });
}

/**
 * Starts stock tracking with this many units, or stops it if `onHand` is null. Refuses fewer units
 * than are reserved, and `counted_already` if another admin started it meanwhile. No-op if tracking
 * is already off.
 */
export function countStock(
  ctx: Ctx,
  target: EditTarget,
  onHand: number | null,
): Promise<{ ok: true; value: null } | StockRefused> {
  const { productId, actor } = target;
  return inResultTransaction<{ ok: true; value: null } | StockRefused>(ctx.db, async (tx) => {
    const row = await lockProduct(tx, productId);
    if (row === null) return { ...refuse('gone'), onHand: null, reserved: 0 };
    if (onHand === null && row.onHand === null) return ok(null);
    if (onHand !== null && row.onHand !== null)
      return { ...refuse('counted_already'), onHand: row.onHand, reserved: row.reserved };
    if (onHand !== null && onHand < row.reserved)
      return { ...refuse('below_reserved'), onHand, reserved: row.reserved };
    await updateProduct(tx, productId, { onHand });
    const reason = onHand === null ? 'counting_ended' : 'counting_began';
    const at = ctx.now();
    const move = { productId, change: null, onHandAfter: onHand, reason, note: '', actorEmail: actor.email, at };
    await insertMove(tx, move);
    const after = { onHand, reason };
    await recordProductChange(tx, target, { action: 'product.stock', before: { onHand: row.onHand }, after });
    return ok(null);
  });
}
