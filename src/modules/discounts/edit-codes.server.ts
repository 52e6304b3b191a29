import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-entry.ts';
import { recordChange, recordEdit, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { hasWords } from '#platform/db/search.server.ts';
import { decide, isUniqueViolation } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from './discount-code.ts';
import { codeById, storeCode } from './discount-codes.server.ts';
import { discountCodes } from './tables.server.ts';
import type { CodeEditRefusal } from './edit-codes.schema.ts';
import { codeFacts, type CodeEdit } from './edit-codes.ts';

type Asked = { q: string; filter: 'all' | 'active' | 'off'; limit: number; offset: number; now: Date };

/** Codes by their letters or name, newest first. */
export function codesOf(db: Db, { q, filter, limit, offset, now }: Asked): Promise<DiscountCode[]> {
  const { id, code, name, isActive, endsAt, used, held, maxUses, createdAt } = discountCodes;
  const usable = sql`(${isActive} and coalesce(${endsAt} > ${now.toISOString()}::timestamptz, true) and coalesce(${used} + ${held} < ${maxUses}, true))`;
  const isMeant = { all: undefined, active: usable, off: sql`not ${usable}` }[filter];
  return db
    .select()
    .from(discountCodes)
    .where(and(hasWords([code, name], q), isMeant))
    .orderBy(desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

/** A code with the mark that an edit of it must bring; null when there is none. */
export async function codeView(db: Db, id: string): Promise<{ code: DiscountCode; version: string } | null> {
  const code = await codeById(db, id);
  return code === null ? null : { code, version: versionOf(codeFacts(code)) };
}

const subjectOf = (code: string) => `discount:${code}`;

/** Stores a new code and gives its id. Refuses `code_exists`. */
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

/** The unique index decides whose the letters are, as two admins may type them at one moment. */
function lettersTaken(error: unknown): Edited {
  if (isUniqueViolation(error)) return refuse('code_exists');
  throw error;
}

/** Changes a code. Refuses fewer uses than are redeemed or held, letters that are taken, and what someone changed meanwhile. */
export function editCode(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const isCode = eq(discountCodes.id, id);
    const row = await firstRow(tx.select().from(discountCodes).where(isCode).for('update'));
    if (row === null) return refuse('gone');
    const before = codeFacts(row);
    // A live shop never turns a code for trying out into one that takes something off.
    const demoOnly = ctx.settings.shopMode === 'live' ? row.demoOnly : edit.demoOnly;
    const after = codeFacts({ ...edit, demoOnly });
    const store = async () => {
      if (after.maxUses !== null && after.maxUses < row.used + row.held) return refuse('below_used');
      await tx.update(discountCodes).set(after).where(isCode);
      return ok(null);
    };
    const subject = subjectOf(row.code);
    return recordEdit(tx, actor, { action: 'discount.edit', subject, before, after, version, store });
  }).catch(lettersTaken);
}

/** How many codes that are for trying out only are switched on. */
export function countDemoCodes(db: Db): Promise<number> {
  return db.$count(discountCodes, and(eq(discountCodes.demoOnly, true), eq(discountCodes.isActive, true)));
}
