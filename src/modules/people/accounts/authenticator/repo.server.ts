import { and, eq, isNull, lt, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/one-row.server.ts';

import { twoFactors } from '../tables.server.ts';

/** The encrypted secret of a person's authenticator, or null. */
export async function findSecret(db: Db, userId: string): Promise<string | null> {
  const { secret } = twoFactors;
  const row = await firstRow(db.select({ secret }).from(twoFactors).where(eq(twoFactors.userId, userId)));
  return row?.secret ?? null;
}

/** Accepts a step's code, which only one caller can: false when this step or a later one was accepted before. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { id, lastStep } = twoFactors;
  const isNew = or(isNull(lastStep), lt(lastStep, step));
  const isTheirs = eq(twoFactors.userId, userId);
  return hasRow(db.update(twoFactors).set({ lastStep: step }).where(and(isTheirs, isNew)).returning({ id }));
}
