import { eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { headlineTestId } from './headline-test.ts';
import { experiments } from './tables.server.ts';

/** Returns whether the headline test is running, and its start. */
export async function findHeadlineTest(db: Db): Promise<{ isOn: boolean; since: Date | null }> {
  const row = await firstRow(db.select().from(experiments).where(eq(experiments.id, headlineTestId)));
  return { isOn: row?.isOn ?? false, since: row?.since ?? null };
}

/** Stores whether the headline test is running. Its start is unchanged if `since` is missing. */
export async function storeHeadlineTest(tx: Db, test: { isOn: boolean; since?: Date }): Promise<void> {
  const values = { id: headlineTestId, ...test };
  await tx.insert(experiments).values(values).onConflictDoUpdate({ target: experiments.id, set: values });
}
