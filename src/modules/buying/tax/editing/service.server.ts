import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange, recordEdit, versionOf } from '#modules/ground/audit/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { countries, regionsOf } from '#shared/countries.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { RateRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { rateFacts, type EditableRate, type RateEdit } from './rules.ts';

type Asked = Omit<repo.RateQuery, 'states'>;

/** Rates by country, state (code or name) or name. */
export function ratesOf(db: Db, asked: Asked): Promise<EditableRate[]> {
  const words = asked.q.toLowerCase();
  const regions = countries.flatMap((country) => regionsOf(country));
  const states = regions.filter(({ name }) => name.toLowerCase().includes(words)).map(({ code }) => code);
  return repo.listRates(db, { ...asked, states });
}

/** A rate with the mark that an edit of it must bring; null when there is none. */
export async function rateView(db: Db, id: string): Promise<{ rate: EditableRate; version: string } | null> {
  const rate = await repo.findRateById(db, id);
  return rate === null ? null : { rate, version: versionOf(rateFacts(rate)) };
}

const subjectOf = ({ country, state }: { country: string; state: string }) =>
  `tax:${[country, state].filter(Boolean).join('-')}`;

type NewRate = RateEdit & { country: string; state: string };

/** Adds the rate (millionths) of a place and gives its id. Refuses `place_taken`. */
export function createRate(ctx: Ctx, actor: Actor, rate: NewRate): Promise<Result<string, RateRefusal>> {
  return decide<Result<string, RateRefusal>>(ctx.db, async (tx) => {
    const { country, state } = rate;
    const after = rateFacts(rate);
    const id = await repo.insertRate(tx, { ...after, country, state, updatedAt: ctx.now() });
    if (id === null) return refuse('place_taken');
    await recordChange(tx, actor, { action: 'tax.create', subject: subjectOf(rate), before: null, after });
    return ok(id);
  });
}

type Edit = RateEdit & { id: string; version: string };

/** Changes a rate (millionths) with its source; checkouts take it from their next change on, orders keep theirs. */
export function editRate(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Result<null, RateRefusal>> {
  return decide<Result<null, RateRefusal>>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, id);
    if (row === null) return refuse('gone');
    const [before, after] = [rateFacts(row), rateFacts(edit)];
    const store = () => repo.updateRate(tx, id, { ...after, updatedAt: ctx.now() });
    return recordEdit(tx, actor, { action: 'tax.edit', subject: subjectOf(row), before, after, version, store });
  });
}
