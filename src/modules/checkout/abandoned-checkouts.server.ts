import { and, asc, eq, gt, isNotNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { hasOrdered } from '#modules/orders/sales.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { isNewest } from './checkout.queries.server.ts';
import type { QuoteVersion } from './quote.ts';
import { checkouts, checkoutQuotes } from './tables.server.ts';

const email = sql<string>`lower(trim(${checkoutQuotes.body} -> 'contact' ->> 'email'))`;

/** Nothing was bought since: not by this address, and not from this cart, of which a newer checkout may also be under way. */
const notBought = sql`not ${hasOrdered(email, checkouts.createdAt)}
  and not exists (select 1 from ${checkouts} newer
    where newer.cart_id = ${checkouts.cartId} and newer.created_at >= ${checkouts.createdAt} and newer.state <> 'expired')`;

type Abandoned = { after: Date; until: Date; limit: number };
type Left = { id: PgColumn; email: SQL };

/** Checkouts that were begun in a window and ended unpaid, with an address that has not bought since, as far as `isMeant`. */
export function abandonedCheckouts(
  db: Db,
  { after, until, limit }: Abandoned,
  isMeant: (left: Left) => SQL | undefined,
) {
  const isOver = and(gt(checkouts.createdAt, after), lte(checkouts.createdAt, until), eq(checkouts.state, 'expired'));
  return db
    .select({ id: checkouts.id, body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(and(isOver, isNotNull(email), isMeant({ id: checkouts.id, email }), notBought))
    .orderBy(asc(checkouts.createdAt))
    .limit(limit);
}

/** The newest quote version of the checkout that a query names, or null. */
export async function newestQuoteOf(db: Db, checkoutId: SQLWrapper): Promise<QuoteVersion | null> {
  const rows = await db
    .select({ body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(eq(checkouts.id, checkoutId));
  return rows[0]?.body ?? null;
}
