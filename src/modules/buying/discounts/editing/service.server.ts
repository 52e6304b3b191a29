import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange, recordEdit, versionOf } from '#modules/ground/audit/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from '../rules.ts';
import { codeById } from '../service.server.ts';
import type { CodeEditRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { codeFacts, type CodeEdit } from './rules.ts';

/** Codes by their letters or name, newest first. */
export function codesOf(db: Db, asked: repo.CodeQuery): Promise<DiscountCode[]> {
  return repo.listCodes(db, asked);
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
    const id = await repo.insertCode(tx, after);
    if (id === null) return refuse('code_exists');
    await recordChange(tx, actor, { action: 'discount.create', subject: subjectOf(edit.code), before: null, after });
    return ok(id);
  });
}

type Edit = CodeEdit & { id: string; version: string };
type Edited = Result<null, CodeEditRefusal>;

/** Changes a code. Refuses fewer uses than are redeemed or held, letters that are taken, and what someone changed meanwhile. */
export function editCode(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, id);
    if (row === null) return refuse('gone');
    const before = codeFacts(row);
    // A live shop never turns a code for trying out into one that takes something off.
    const demoOnly = ctx.settings.shopMode === 'live' ? row.demoOnly : edit.demoOnly;
    const after = codeFacts({ ...edit, demoOnly });
    const store = async () => {
      if (after.maxUses !== null && after.maxUses < row.used + row.held) return refuse('below_used');
      if (await repo.isTaken(tx, after.code, id)) return refuse('code_exists');
      return repo.updateCode(tx, id, after);
    };
    const subject = subjectOf(row.code);
    return recordEdit(tx, actor, { action: 'discount.edit', subject, before, after, version, store });
  });
}

/** How many codes that are for trying out only are switched on. */
export function countDemoCodes(db: Db): Promise<number> {
  return repo.countDemoCodes(db);
}
