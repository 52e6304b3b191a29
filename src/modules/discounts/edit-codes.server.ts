import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { isUniqueViolation } from '#platform/db/database-errors.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from './discount-code.ts';
import { codeById, storeCode } from './discount-codes.server.ts';
import { discountCodes } from './tables.server.ts';
import type { CodeEditRefusal } from './edit-codes.schema.ts';
import { codeFacts, type CodeEdit } from './edit-codes.ts';

type CodeQuery = { q: string; filter: 'all' | 'active' | 'off'; limit: number; offset: number; now: Date };

/** Finds codes by text or name, newest first. */
export function codesOf(db: Db, { q, filter, limit, offset, now }: CodeQuery): Promise<DiscountCode[]> {
  const { id, code, name, isActive, endsAt, used, held, maxUses, createdAt } = discountCodes;
  const usable = sql`(${isActive} and coalesce(${endsAt} > ${now.toISOString()}::timestamptz, true) and coalesce(${used} + ${held} < ${maxUses}, true))`;
  const matchesFilter = { all: undefined, active: usable, off: sql`not ${usable}` }[filter];
  return db
    .select()
    .from(discountCodes)
    .where(and(hasWords([code, name], q), matchesFilter))
    .orderBy(desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

/** Returns a code with the version token that an edit must send. Null if there is none. */
export async function codeView(db: Db, id: string): Promise<{ code: DiscountCode; version: string } | null> {
  const code = await codeById(db, id);
  return code === null ? null : { code, version: versionOf(codeFacts(code)) };
}

const subjectOf = (code: string) => `discount:${code}`;

/** Stores a new code and returns its id. Refuses `code_exists`. */
export function createCode(ctx: Ctx, actor: Actor, edit: CodeEdit): Promise<Result<string, CodeEditRefusal>> {
  return decide<Result<string, CodeEditRefusal>>(ctx.db, async (tx) => {
    const after = codeFacts(edit);
    const stored = await storeCode(tx, after);
    if (stored === null) return refuse('code_exists');
    await recordChange(tx, actor, { action: 'discount.create', subject: subjectOf(edit.code), before: null, after });
    return ok(stored.id);
  });
}

type Edit = CodeEdit & { id: string; version: string };
type Edited = Result<null, CodeEditRefusal>;

/**
 * Turns a unique violation into `code_exists`. The index decides, because two admins may save the
 * same code at once.
 */
function codeTaken(error: unknown): Edited {
  if (isUniqueViolation(error)) return refuse('code_exists');
  throw error;
}

/**
 * Changes a code. Refuses a max below the redeemed and held uses, a code that is taken, and a stale
 * version.
 */
export function editCode(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const isCode = eq(discountCodes.id, id);
    const row = await firstRow(tx.select().from(discountCodes).where(isCode).for('update'));
    if (row === null) return refuse('gone');
    const before = codeFacts(row);
    // A live shop never turns a demo code into one that takes something off.
    const demoOnly = ctx.settings.shopMode === 'live' ? row.demoOnly : edit.demoOnly;
    const after = codeFacts({ ...edit, demoOnly });
    const store = async () => {
      if (after.maxUses !== null && after.maxUses < row.used + row.held) return refuse('below_used');
      await tx.update(discountCodes).set(after).where(isCode);
      return ok(null);
    };
    const subject = subjectOf(row.code);
    return recordEdit(tx, actor, { action: 'discount.edit', subject, before, after, version, store });
  }).catch(codeTaken);
}

/** Counts active codes that work only in demo mode. */
export function countDemoCodes(db: Db): Promise<number> {
  return db.$count(discountCodes, and(eq(discountCodes.demoOnly, true), eq(discountCodes.isActive, true)));
}
