import { and, desc, eq, sql } from 'drizzle-orm';

import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { TaxRate } from './rules.ts';
import { taxRates } from './tables.server.ts';

const selectRate = constant((db, { country, state }: Places<{ country: string; state: string }>) =>
  db
    .select({ name: taxRates.name, ratePpm: taxRates.ratePpm, inclusive: taxRates.inclusive })
    .from(taxRates)
    .where(and(eq(taxRates.country, country), sql`${taxRates.state} in (${state}, '')`))
    .orderBy(desc(taxRates.state))
    .limit(1),
);

/** The rate of a state, or of its country when the state has none of its own. */
export async function findRate(db: Db, country: string, state: string): Promise<TaxRate | null> {
  return (await selectRate(db, { country, state }))[0] ?? null;
}

export type NewRate = TaxRate & { country: string; state: string };

export async function insertRates(db: Db, rates: readonly NewRate[]): Promise<void> {
  await db
    .insert(taxRates)
    .values([...rates])
    .onConflictDoNothing();
}
