import { and, desc, eq, inArray } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { TaxRate } from './rules.ts';
import { taxRates } from './tables.server.ts';

/** The rate of a state, or of its country when the state has none of its own. */
export async function findRate(db: Db, country: string, state: string): Promise<TaxRate | null> {
  const rows = await db
    .select({ name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive })
    .from(taxRates)
    .where(and(eq(taxRates.country, country), inArray(taxRates.state, [state, ''])))
    .orderBy(desc(taxRates.state))
    .limit(1);
  return rows[0] ?? null;
}

export type NewRate = TaxRate & { country: string; state: string };

export async function insertRates(db: Db, rates: readonly NewRate[]): Promise<void> {
  await db
    .insert(taxRates)
    .values([...rates])
    .onConflictDoNothing();
}
