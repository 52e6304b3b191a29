import { and, asc, eq, inArray, or } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { countries, regionsOf } from '#shared/countries.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { taxRates } from './tables.server.ts';
import type { RateRefusal } from './edit-tax-rates.schema.ts';
import { rateFacts, type EditableRate, type RateEdit } from './edit-tax-rates.ts';

type RateQuery = { q: string; country: string; limit: number; offset: number };

/** Finds rates by country, state (code or name) or name, ordered by region. */
export function ratesOf(db: Db, { q, country: inCountry, limit, offset }: RateQuery): Promise<EditableRate[]> {
  const { country, state, name } = taxRates;
  const regions = countries.flatMap((one) => regionsOf(one));
  const called = regions.filter((region) => region.name.toLowerCase().includes(q.toLowerCase()));
  const codes = called.map(({ code }) => code);
  const words = or(hasWords([state, name, country], q), inArray(state, codes));
  return db
    .select()
    .from(taxRates)
    .where(and(q === '' ? undefined : words, inCountry === '' ? undefined : eq(country, inCountry)))
    .orderBy(asc(country), asc(state))
    .limit(limit)
    .offset(offset);
}

const rateBy = (db: Db, id: string) => db.select().from(taxRates).where(eq(taxRates.id, id));

/** Returns a rate with the version token that an edit must send. Null if there is none. */
export async function rateView(db: Db, id: string): Promise<{ rate: EditableRate; version: string } | null> {
  const rate = await firstRow(rateBy(db, id));
  return rate === null ? null : { rate, version: versionOf(rateFacts(rate)) };
}

const subjectOf = ({ country, state }: { country: string; state: string }) =>
  `tax:${[country, state].filter(Boolean).join('-')}`;

type NewRate = RateEdit & { country: string; state: string };

/** Adds the rate (millionths) of a region and returns its id. Refuses `place_taken`. */
export function createRate(ctx: Ctx, actor: Actor, rate: NewRate): Promise<Result<string, RateRefusal>> {
  return decide<Result<string, RateRefusal>>(ctx.db, async (tx) => {
    const { country, state } = rate;
    const after = rateFacts(rate);
    const row = { ...after, country, state, updatedAt: ctx.now() };
    const stored = await firstRow(tx.insert(taxRates).values(row).onConflictDoNothing().returning());
    if (stored === null) return refuse('place_taken');
    await recordChange(tx, actor, { action: 'tax.create', subject: subjectOf(rate), before: null, after });
    return ok(stored.id);
  });
}

type Edit = RateEdit & { id: string; version: string };

/**
 * Changes a rate (millionths) with its source. Checkouts use it from their next change; orders keep
 * theirs.
 */
export function editRate(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Result<null, RateRefusal>> {
  return decide<Result<null, RateRefusal>>(ctx.db, async (tx) => {
    const row = await firstRow(rateBy(tx, id).for('update'));
    if (row === null) return refuse('gone');
    const [before, after] = [rateFacts(row), rateFacts(edit)];
    const store = async () => {
      const set = { ...after, updatedAt: ctx.now() };
      await tx.update(taxRates).set(set).where(eq(taxRates.id, id));
    };
    return recordEdit(tx, actor, { action: 'tax.edit', subject: subjectOf(row), before, after, version, store });
  });
}
