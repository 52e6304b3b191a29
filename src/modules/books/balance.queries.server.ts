import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { BalanceTransaction } from '#modules/payments/balance.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';

import { balanceImports, balanceTransactions } from './tables.server.ts';

export type BalanceImport = typeof balanceImports.$inferSelect;

/** Stores transactions. Those that are stored already stay unchanged. */
export async function insertTransactions(
  db: Db,
  mode: PaymentMode,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map(({ intentId, ...one }) => ({ ...one, mode, paymentIntentId: intentId }));
  await db.insert(balanceTransactions).values(rows).onConflictDoNothing();
}

/** Deletes the provider's transactions of payments. */
export async function removeTransactionsOf(tx: Db, intentIds: readonly string[]): Promise<void> {
  await tx.delete(balanceTransactions).where(inArray(balanceTransactions.paymentIntentId, [...intentIds]));
}

export const findImport = (db: Db, mode: PaymentMode): Promise<BalanceImport | null> =>
  firstRow(db.select().from(balanceImports).where(eq(balanceImports.mode, mode)));

/** Starts the progress of a mode, unless it has begun. */
export async function insertImport(db: Db, mode: PaymentMode, windowStart: Date): Promise<void> {
  await db.insert(balanceImports).values({ mode, windowStart }).onConflictDoNothing();
}

/** Begins the next part, unless another process has begun one. */
export async function openNextWindow(db: Db, mode: PaymentMode, windowEnd: Date): Promise<void> {
  await db
    .update(balanceImports)
    .set({ windowEnd, cursorId: null })
    .where(and(eq(balanceImports.mode, mode), isNull(balanceImports.windowEnd)));
}

/** Part that a process reads, and how far. */
export type ImportCursor = { mode: PaymentMode; windowStart: Date; windowEnd: Date; cursorId: string | null };

/**
 * Moves a part forward. Returns false if it is no longer where the caller found it, because another
 * process moved it.
 */
export function advanceCursor(db: Db, part: ImportCursor, set: Partial<BalanceImport>): Promise<boolean> {
  const { mode, windowStart, windowEnd, cursorId } = part;
  const isUnmoved = and(
    eq(balanceImports.mode, mode),
    eq(balanceImports.windowStart, windowStart),
    eq(balanceImports.windowEnd, windowEnd),
    sql`${balanceImports.cursorId} is not distinct from ${cursorId}::text`,
  );
  return hasRow(db.update(balanceImports).set(set).where(isUnmoved).returning());
}

/** Has the transactions since a moment read again. Returns false if they are to be read anyway. */
export function rewindCursor(db: Db, mode: PaymentMode, since: Date): Promise<boolean> {
  const set = { windowStart: since, windowEnd: null, cursorId: null };
  const isLater = sql`${balanceImports.windowStart} > ${since.toISOString()}::timestamptz`;
  return hasRow(
    db
      .update(balanceImports)
      .set(set)
      .where(and(eq(balanceImports.mode, mode), isLater))
      .returning(),
  );
}

/** Returns the modes in which transactions were read. */
export async function listModes(db: Db): Promise<PaymentMode[]> {
  return (await db.select({ mode: balanceImports.mode }).from(balanceImports)).map(({ mode }) => mode);
}

/** Returns the balance of payments over all time in US dollars, as the provider states it. */
export async function listBalances(
  db: Db,
  intentIds: readonly string[],
): Promise<{ intentId: string | null; cents: number; isForeign: boolean }[]> {
  if (intentIds.length === 0) return [];
  return db
    .select({
      intentId: balanceTransactions.paymentIntentId,
      cents: sql<number>`coalesce(sum(amount_cents) filter (where currency = 'usd'), 0)::double precision`,
      isForeign: sql<boolean>`bool_or(currency <> 'usd')`,
    })
    .from(balanceTransactions)
    .where(inArray(balanceTransactions.paymentIntentId, [...intentIds]))
    .groupBy(balanceTransactions.paymentIntentId);
}
