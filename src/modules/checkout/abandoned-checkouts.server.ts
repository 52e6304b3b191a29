import { and, asc, eq, gt, isNotNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { hasOrdered } from '#modules/orders/sales.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { isNewest } from './checkout.queries.server.ts';
import type { QuoteVersion } from './quote.ts';
import { checkouts, checkoutQuotes } from './tables.server.ts';

const email = sql<string>`lower(trim(${checkoutQuotes.body} -> 'contact' ->> 'email'))`;

/**
 * True when nothing was bought since: no order from this address and no newer unexpired checkout of
 * this cart.
 */
const notBought = sql`not ${hasOrdered(email, checkouts.createdAt)}
  and not exists (select 1 from ${checkouts} newer
    where newer.cart_id = ${checkouts.cartId} and newer.created_at >= ${checkouts.createdAt} and newer.state <> 'expired')`;

type AbandonedOptions = { after: Date; until: Date; limit: number };
type AbandonedColumns = { id: PgColumn; email: SQL };

/**
 * Checkouts begun in a window that ended unpaid and whose email address has not bought since.
 * `matches` narrows the selection.
 */
export function abandonedCheckouts(
  db: Db,
  { after, until, limit }: AbandonedOptions,
  matches: (columns: AbandonedColumns) => SQL | undefined,
) {
  const isOver = and(gt(checkouts.createdAt, after), lte(checkouts.createdAt, until), eq(checkouts.state, 'expired'));
  return db
    .select({ id: checkouts.id, body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(and(isOver, isNotNull(email), matches({ id: checkouts.id, email }), notBought))
    .orderBy(asc(checkouts.createdAt))
    .limit(limit);
}

/** Returns the newest quote version of the checkout that a subquery selects, or null. */
export async function newestQuoteOf(db: Db, checkoutId: SQLWrapper): Promise<QuoteVersion | null> {
  const rows = await db
    .select({ body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(eq(checkouts.id, checkoutId));
  return rows[0]?.body ?? null;
}
