import { and, asc, eq, ilike, inArray, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#shared/pattern.ts';

import { taxRates } from '../tables.server.ts';
import type { EditableRate, RateEdit } from './rules.ts';

export type RateQuery = {
  q: string;
  country: string;
  /** Codes of the states whose names hold the words. */ states: string[];
  limit: number;
  offset: number;
};

/** By country and state. */
export function listRates(db: Db, { q, country, states, limit, offset }: RateQuery): Promise<EditableRate[]> {
  const words = [
    ilike(taxRates.state, containing(q)),
    ilike(taxRates.name, containing(q)),
    ilike(taxRates.country, containing(q)),
  ];
  const found = q === '' ? undefined : or(...words, inArray(taxRates.state, states));
  return db
    .select()
    .from(taxRates)
    .where(and(found, country === '' ? undefined : eq(taxRates.country, country)))
    .orderBy(asc(taxRates.country), asc(taxRates.state))
    .limit(limit)
    .offset(offset);
}

export async function findRateById(db: Db, id: string): Promise<EditableRate | null> {
  const rows = await db.select().from(taxRates).where(eq(taxRates.id, id));
  return rows[0] ?? null;
}

export async function findLocked(tx: Db, id: string): Promise<EditableRate | null> {
  const rows = await tx.select().from(taxRates).where(eq(taxRates.id, id)).for('update');
  return rows[0] ?? null;
}

/** Stores the rate of a place that has none; null when it has one. */
export async function insertRate(
  tx: Db,
  rate: RateEdit & { country: string; state: string; updatedAt: Date },
): Promise<string | null> {
  const rows = await tx.insert(taxRates).values(rate).onConflictDoNothing().returning({ id: taxRates.id });
  return rows[0]?.id ?? null;
}

export async function updateRate(tx: Db, id: string, edit: RateEdit & { updatedAt: Date }): Promise<void> {
  await tx.update(taxRates).set(edit).where(eq(taxRates.id, id));
}
