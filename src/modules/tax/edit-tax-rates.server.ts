import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { newerRate } from './base-rates.ts';
import { findRateById, insertRate, lockRate, updateRate } from './tax-rates.queries.server.ts';
import type { RateRefusal } from './tax-rates.schema.ts';
import { editableFields, subjectOf, type EditableRate, type RateEdit } from './tax-rates.ts';

/** Returns a rate with the version token that an edit must send. Null if there is none. */
export async function rateView(db: Db, id: string): Promise<{ rate: EditableRate; version: string } | null> {
  const rate = await findRateById(db, id);
  return rate === null ? null : { rate, version: versionToken(editableFields(rate)) };
}

type NewRate = RateEdit & { country: string; state: string };

/** Adds the rate (millionths) of a region and returns its id. Refuses `place_taken`. */
export function createRate(ctx: Ctx, actor: Actor, rate: NewRate): Promise<Result<string, RateRefusal>> {
  return inResultTransaction<Result<string, RateRefusal>>(ctx.db, async (tx) => {
    const { country, state } = rate;
    const after = editableFields(rate);
    const id = await insertRate(tx, { ...after, country, state, updatedAt: ctx.now() });
    if (id === null) return refuse('place_taken');
    await recordChange(tx, actor, { action: 'tax.create', subject: subjectOf(rate), before: null, after });
    return ok(id);
  });
}

type Edit = RateEdit & { id: string; version: string };

/**
 * Changes a rate (millionths) with its source. Checkouts use it from their next change; orders keep
 * theirs.
 */
export function editRate(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Result<null, RateRefusal>> {
  return inResultTransaction<Result<null, RateRefusal>>(ctx.db, async (tx) => {
    const row = await lockRate(tx, id);
    if (row === null) return refuse('gone');
    const [before, after] = [editableFields(row), editableFields(edit)];
    const store = () => updateRate(tx, id, { ...after, updatedAt: ctx.now() });
    return recordEdit(tx, actor, { action: 'tax.edit', subject: subjectOf(row), before, after, version, store });
  });
}

/** Replaces a rate of the earlier source by the published base rate. Refuses `gone` without one. */
export async function claimBaseRate(
  ctx: Ctx,
  actor: Actor,
  { id, version }: Pick<Edit, 'id' | 'version'>,
): Promise<Result<null, RateRefusal>> {
  const stored = await findRateById(ctx.db, id);
  const newer = stored === null ? null : newerRate(stored);
  if (stored === null || newer === null) return refuse('gone');
  const { ratePpm, source } = newer;
  return editRate(ctx, actor, { ...editableFields(stored), ratePpm, source, id, version });
}
