import { asc, eq, sql } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, storedRow } from '#platform/db/rows.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { PromotionRefusal } from './promotions.schema.ts';
import { promotionKinds } from './promotions.ts';
import { promotions } from './tables.server.ts';

type Row = typeof promotions.$inferSelect;
type Edit = Omit<Row, 'id' | 'kind' | 'createdAt' | 'updatedAt'>;
type Edited = Result<null, PromotionRefusal>;
type Created = Result<string, PromotionRefusal>;
const subjectOf = (id: string) => `promotion:${id}`;

/** Editable fields of a promotion in a fixed order, for the version token and the audit log. */
function editableFields(kind: string, { options, enabled, startsAt, endsAt, position }: Edit): Edit {
  const names = Object.keys(promotionKinds.get(kind)?.fields ?? options);
  const ordered = Object.fromEntries(names.map((name) => [name, options[name] ?? '']));
  return { options: ordered, enabled, startsAt, endsAt, position };
}

/** A promotion with the version token that an edit must send. */
export type PromotionView = Row & { version: string };
const withVersion = (row: Row): PromotionView => ({ ...row, version: versionOf(editableFields(row.kind, row)) });

/** Returns all promotions in the order in which they apply. */
export async function listPromotions(db: Db): Promise<PromotionView[]> {
  const { position, createdAt, id } = promotions;
  return (await db.select().from(promotions).orderBy(asc(position), asc(createdAt), asc(id))).map(withVersion);
}

const promotionBy = (db: Db, id: string) => db.select().from(promotions).where(eq(promotions.id, id));

/** Returns one promotion, or null. */
export async function promotionView(db: Db, id: string): Promise<PromotionView | null> {
  const row = await firstRow(promotionBy(db, id));
  return row === null ? null : withVersion(row);
}

/** Stores a new promotion and returns its id. */
export function createPromotion(ctx: Ctx, actor: Actor, { kind, ...edit }: Edit & { kind: string }): Promise<Created> {
  return decide<Created>(ctx.db, async (tx) => {
    const after = editableFields(kind, edit);
    const { id } = await storedRow(
      tx
        .insert(promotions)
        .values({ kind, ...after })
        .returning(),
    );
    const change = { subject: subjectOf(id), before: null, after: { kind, ...after } };
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
  return decide<Edited>(ctx.db, async (tx) => {
    const row = await firstRow(promotionBy(tx, id).for('update'));
    if (row === null) return refuse('gone');
    const [before, after] = [editableFields(row.kind, row), editableFields(row.kind, edit)];
    const store = async () => {
      const set = { ...after, updatedAt: sql`now()` };
      await tx.update(promotions).set(set).where(eq(promotions.id, id));
    };
    const subject = subjectOf(id);
    return recordEdit(tx, actor, { action: 'promotion.edit', subject, before, after, version, store });
  });
}

/**
 * Deletes a promotion. Orders and open checkouts keep what they agreed. Refuses `gone` and
 * `changed_meanwhile`.
 */
export function deletePromotion(ctx: Ctx, actor: Actor, { id, version }: Change): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const row = await firstRow(promotionBy(tx, id).for('update'));
    if (row === null) return refuse('gone');
    const before = editableFields(row.kind, row);
    if (versionOf(before) !== version) return refuse('changed_meanwhile');
    await tx.delete(promotions).where(eq(promotions.id, id));
    const change = { subject: subjectOf(id), before: { kind: row.kind, ...before }, after: null };
    await recordChange(tx, actor, { action: 'promotion.delete', ...change });
    return ok(null);
  });
}
