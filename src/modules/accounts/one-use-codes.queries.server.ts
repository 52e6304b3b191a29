import { and, eq, isNull, lt, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';

import { twoFactors } from './tables.server.ts';

/** Returns the encrypted secret and the stored backup codes of a user's authenticator, or null. */
export function findAuthenticator(db: Db, userId: string) {
  const { backupCodes, secret } = twoFactors;
  return firstRow(db.select({ backupCodes, secret }).from(twoFactors).where(eq(twoFactors.userId, userId)));
}

/**
 * Claims the time step of a code, which only one caller can. Returns false if this step or a later
 * one was claimed before.
 */
export async function claimStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { id, lastStep } = twoFactors;
  const isNew = or(isNull(lastStep), lt(lastStep, step));
  const isOwn = eq(twoFactors.userId, userId);
  return hasRow(db.update(twoFactors).set({ lastStep: step }).where(and(isOwn, isNew)).returning({ id }));
}

/** Replaces the stored backup codes, unless they have changed since they were read as `known`. */
export async function updateBackupCodes(db: Db, userId: string, { known, next }: { known: string; next: string }) {
  const isUnchanged = and(eq(twoFactors.userId, userId), eq(twoFactors.backupCodes, known));
  await db.update(twoFactors).set({ backupCodes: next }).where(isUnchanged);
}
