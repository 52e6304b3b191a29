import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { promotionKinds } from './promotion-kinds.ts';
import {
  findPromotion,
  insertPromotion,
  lockPromotion,
  deletePromotionRow,
  listPromotionRows,
  updatePromotion,
  type PromotionRow,
} from './promotions.queries.server.ts';
import type { PromotionRefusal } from './promotions.schema.ts';

type Edit = Omit<PromotionRow, 'id' | 'kind' | 'createdAt' | 'updatedAt'>;
type Edited = Result<null, PromotionRefusal>;
type Created = Result<string, PromotionRefusal>;
const auditSubject = (id: string) => `promotion:${id}`;

/** Editable fields of a promotion in a fixed order, for the version token and the audit log. */
function editableFields(kind: string, { options, enabled, startsAt, endsAt, position }: Edit): Edit {
  const names = Object.keys(promotionKinds.get(kind)?.fields ?? options);
  const ordered = Object.fromEntries(names.map((name) => [name, options[name] ?? '']));
  return { options: ordered, enabled, startsAt, endsAt, position };
}

/** A promotion with the version token that an edit must send. */
export type PromotionView = PromotionRow & { version: string };
const withVersion = (row: PromotionRow): PromotionView => ({
  ...row,
  version: versionToken(editableFields(row.kind, row)),
});

/** Returns all promotions in the order in which they apply. */
export async function listPromotions(db: Db): Promise<PromotionView[]> {
  return (await listPromotionRows(db)).map(withVersion);
}

/** Returns one promotion, or null. */
export async function promotionView(db: Db, id: string): Promise<PromotionView | null> {
  const row = await findPromotion(db, id);
  return row === null ? null : withVersion(row);
}

/** Stores a new promotion and returns its id. */
export function createPromotion(ctx: Ctx, actor: Actor, { kind, ...edit }: Edit & { kind: string }): Promise<Created> {
  return inResultTransaction<Created>(ctx.db, async (tx) => {
    const after = editableFields(kind, edit);
    const id = await insertPromotion(tx, { kind, ...after });
    const change = { subject: auditSubject(id), before: null, after: { kind, ...after } };
    await recordChange(tx, actor, { action: 'promotion.create', ...change });
    return ok(id);
  });
}

type Change = { id: string; version: string };

/**
 * Changes a promotion. Open checkouts follow with their next change. Refuses `gone` and
 * `changed_meanwhile`.
 */
export function editPromotion(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit & Change): Promise<Edited> {
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const row = await lockPromotion(tx, id);
    if (row === null) return refuse('gone');
    const [before, after] = [editableFields(row.kind, row), editableFields(row.kind, edit)];
    const store = () => updatePromotion(tx, id, after);
    const subject = auditSubject(id);
    return recordEdit(tx, actor, { action: 'promotion.edit', subject, before, after, version, store });
  });
}

/**
 * Deletes a promotion. Orders and open checkouts keep what they agreed. Refuses `gone` and
 * `changed_meanwhile`.
 */
export function deletePromotion(ctx: Ctx, actor: Actor, { id, version }: Change): Promise<Edited> {
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const row = await lockPromotion(tx, id);
    if (row === null) return refuse('gone');
    const before = editableFields(row.kind, row);
    if (versionToken(before) !== version) return refuse('changed_meanwhile');
    await deletePromotionRow(tx, id);
    const change = { subject: auditSubject(id), before: { kind: row.kind, ...before }, after: null };
    await recordChange(tx, actor, { action: 'promotion.delete', ...change });
    return ok(null);
  });
}
