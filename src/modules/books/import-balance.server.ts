import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { findFirstPaidAt, recordPaymentMode } from '#modules/orders/money-movements.queries.server.ts';
import { isUnknownObject } from '#modules/payments/provider-errors.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { parseMoment } from '#shared/shop-time.ts';

import {
  findImport,
  insertImport,
  insertTransactions,
  advanceCursor,
  rewindCursor,
  openNextWindow,
  type ImportCursor,
} from './balance.queries.server.ts';
import type { readAgainRefusals } from './books.schema.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time that is read twice, because a list of the provider may lag behind. */
const overlapMs = hourMs;
/** Time before the first order from which transactions are read, for payments older than it. */
const leadMs = dayMs;

const nextSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000 + 1000);

/**
 * Returns the part to read and its cursor, which all processes share. Begins one if none is read.
 * Null if another process has completed it just now.
 */
async function findPart({ db, payments, now }: PaymentsCtx): Promise<ImportCursor | null> {
  const { mode } = payments;
  if ((await findImport(db, mode)) === null) {
    const first = (await findFirstPaidAt(db)) ?? now();
    await insertImport(db, mode, new Date(first.getTime() - leadMs));
  }
  await openNextWindow(db, mode, nextSecond(now()));
  const found = await findImport(db, mode);
  if (found === null) return null;
  const { windowStart, windowEnd, cursorId } = found;
  return windowEnd === null ? null : { mode, windowStart, windowEnd, cursorId };
}

type Page = Awaited<ReturnType<PaymentsCtx['payments']['listBalanceTransactions']>>;

/**
 * Stores a page and moves the cursor behind it, both or neither. Returns false if another process
 * moved the cursor meanwhile.
 */
function storePage({ db }: PaymentsCtx, part: ImportCursor, { transactions, hasMore }: Page): Promise<boolean> {
  const last = transactions.at(-1);
  const complete = { windowStart: new Date(part.windowEnd.getTime() - overlapMs), windowEnd: null, cursorId: null };
  const next = hasMore && last !== undefined ? { cursorId: last.id } : { ...complete, importedUntil: part.windowEnd };
  return inTransaction(db, async (tx) => {
    await insertTransactions(tx, part.mode, transactions);
    const intentIds = transactions.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]));
    await recordPaymentMode(tx, [...new Set(intentIds)], part.mode);
    return advanceCursor(tx, part, next);
  });
}

async function readPage(ctx: PaymentsCtx, part: ImportCursor): Promise<Page | null> {
  try {
    return await ctx.payments.listBalanceTransactions({
      from: part.windowStart,
      until: part.windowEnd,
      after: part.cursorId,
    });
  } catch (error) {
    if (part.cursorId === null || !isUnknownObject(error)) throw error;
    // The cursor is of another account, whose keys the shop had: the part is read from its start.
    await advanceCursor(ctx.db, part, { cursorId: null });
    return null;
  }
}

/** Max pages of 100 per run. The next run goes on behind them. */
const maxPages = 200;

/**
 * Reads the provider's transactions from where the last run ended, page by page. Safe in several
 * processes at once. Throws when the provider does not answer; what was read until then is stored.
 */
export async function importBalance(ctx: PaymentsCtx, pages = maxPages): Promise<void> {
  for (let count = 0; count < pages; count += 1) {
    const part = await findPart(ctx);
    if (part === null) return;
    const page = await readPage(ctx, part);
    if (page === null) continue;
    const isMoved = await storePage(ctx, part, page);
    if (!isMoved || !page.hasMore) return;
  }
}

type ReadAgain = { mode: PaymentMode; day: string };

/**
 * Has the job read the provider's transactions again, from a day of the shop's time zone. Stored
 * ones stay as they are. Refuses `not_a_day`, `in_future` and `read_anyway`.
 */
export function reimportFrom(
  { db, now }: PaymentsCtx,
  actor: Actor,
  { mode, day }: ReadAgain,
): Promise<Result<null, keyof typeof readAgainRefusals>> {
  return inResultTransaction(db, async (tx): Promise<Result<null, keyof typeof readAgainRefusals>> => {
    const since = parseMoment(`${day}T00:00`);
    if (since === null) return refuse('not_a_day');
    if (since > now()) return refuse('in_future');
    if (!(await rewindCursor(tx, mode, since))) return refuse('read_anyway');
    const change = { action: 'books.read_again', subject: `books:${mode}`, before: null, after: { from: day } };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}
