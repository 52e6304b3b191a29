import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange, recordEdit, versionOf } from '#modules/ground/audit/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { PromotionRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { promotionKinds } from './rules.ts';

type Edit = repo.PromotionEdit;
type Edited = Result<null, PromotionRefusal>;
type Created = Result<string, PromotionRefusal>;
const subjectOf = (id: string) => `promotion:${id}`;

/** What is edited of a promotion, in a fixed order: its version and its entry in the log. */
function factsOf(kind: string, { options, enabled, startsAt, endsAt, position }: Edit): Edit {
  const names = Object.keys(promotionKinds.get(kind)?.fields ?? options);
  const ordered = Object.fromEntries(names.map((name) => [name, options[name] ?? '']));
  return { options: ordered, enabled, startsAt, endsAt, position };
}

/** A promotion with the version that an edit of it must bring. */
export type PromotionView = repo.PromotionRow & { version: string };
const withStamp = (row: repo.PromotionRow): PromotionView => ({ ...row, version: versionOf(factsOf(row.kind, row)) });

/** All promotions in the order in which they apply. */
export async function listPromotions(db: Db): Promise<PromotionView[]> {
  return (await repo.listPromotions(db)).map(withStamp);
}

/** One promotion, or null. */
export async function promotionView(db: Db, id: string): Promise<PromotionView | null> {
  const row = await repo.findPromotion(db, id);
  return row === null ? null : withStamp(row);
}

/** Stores a new promotion and gives its id. */
export function createPromotion(ctx: Ctx, actor: Actor, { kind, ...edit }: Edit & { kind: string }): Promise<Created> {
  return decide<Created>(ctx.db, async (tx) => {
    const after = factsOf(kind, edit);
    const id = await repo.insertPromotion(tx, { kind, ...after });
    const change = { subject: subjectOf(id), before: null, after: { kind, ...after } };
    await recordChange(tx, actor, { action: 'promotion.create', ...change });
    return ok(id);
  });
}

type Change = { id: string; version: string };

/** Changes a promotion; open checkouts follow with their next change. Refuses `gone` and `changed_meanwhile`. */
export function editPromotion(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit & Change): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, id);
    if (row === null) return refuse('gone');
    const [before, after] = [factsOf(row.kind, row), factsOf(row.kind, edit)];
    const store = () => repo.updatePromotion(tx, id, after);
    const subject = subjectOf(id);
    return recordEdit(tx, actor, { action: 'promotion.edit', subject, before, after, version, store });
  });
}

/** Deletes a promotion; what orders and open checkouts agreed stays. Refuses `gone` and `changed_meanwhile`. */
export function deletePromotion(ctx: Ctx, actor: Actor, { id, version }: Change): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, id);
    if (row === null) return refuse('gone');
    const before = factsOf(row.kind, row);
    if (versionOf(before) !== version) return refuse('changed_meanwhile');
    await repo.deletePromotion(tx, id);
    const change = { subject: subjectOf(id), before: { kind: row.kind, ...before }, after: null };
    await recordChange(tx, actor, { action: 'promotion.delete', ...change });
    return ok(null);
  });
}
