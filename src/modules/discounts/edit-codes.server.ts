import { demoCodes } from '#content/demo-shop.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isUniqueViolation } from '#platform/db/database-errors.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from './discount-code.ts';
import { codeById, insertCode, lockCode, updateCode } from './discount-codes.queries.server.ts';
import type { CodeEditRefusal } from './edit-codes.schema.ts';
import { codeFields, type CodeEdit } from './edit-codes.ts';

/** Code of a demo shop that makes an order free. Null in a live shop. */
export const freeDemoCode = (shopMode: 'demo' | 'live') => (shopMode === 'demo' ? demoCodes.free.code : null);

/** Returns a code with the version token that an edit must send. Null if there is none. */
export async function codeView(db: Db, id: string): Promise<{ code: DiscountCode; version: string } | null> {
  const code = await codeById(db, id);
  return code === null ? null : { code, version: versionToken(codeFields(code)) };
}

const auditSubject = (code: string) => `discount:${code}`;

/** Stores a new code and returns its id. Refuses `code_exists`. */
export function createCode(ctx: Ctx, actor: Actor, edit: CodeEdit): Promise<Result<string, CodeEditRefusal>> {
  return inResultTransaction<Result<string, CodeEditRefusal>>(ctx.db, async (tx) => {
    const after = codeFields(edit);
    const stored = await insertCode(tx, after);
    if (stored === null) return refuse('code_exists');
    await recordChange(tx, actor, { action: 'discount.create', subject: auditSubject(edit.code), before: null, after });
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
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const row = await lockCode(tx, id);
    if (row === null) return refuse('gone');
    const before = codeFields(row);
    // A live shop never turns a demo code into one that takes something off.
    const demoOnly = ctx.settings.shopMode === 'live' ? row.demoOnly : edit.demoOnly;
    const after = codeFields({ ...edit, demoOnly });
    const store = async () => {
      if (after.maxUses !== null && after.maxUses < row.used + row.held) return refuse('below_used');
      await updateCode(tx, id, after);
      return ok(null);
    };
    const subject = auditSubject(row.code);
    return recordEdit(tx, actor, { action: 'discount.edit', subject, before, after, version, store });
  }).catch(codeTaken);
}
