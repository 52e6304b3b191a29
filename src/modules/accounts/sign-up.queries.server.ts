import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, storedRow } from '#platform/db/rows.server.ts';

import { signUps } from './tables.server.ts';

export type SignUpRow = typeof signUps.$inferSelect;
export type NewSignUp = Pick<SignUpRow, 'email' | 'firstName' | 'lastName' | 'password' | 'deviceHash' | 'next'>;

export function insertSignUp(db: Db, signUp: NewSignUp): Promise<SignUpRow> {
  return storedRow(db.insert(signUps).values(signUp).returning());
}

export function findSignUp(db: Db, id: string): Promise<SignUpRow | null> {
  return firstRow(db.select().from(signUps).where(eq(signUps.id, id)));
}

type Asker = { email: string; deviceHash: string };

/** Returns the newest unconfirmed sign-up with an address, preferring one of this browser. */
export function findWaiting(db: Db, { email, deviceHash }: Asker): Promise<SignUpRow | null> {
  return firstRow(
    db
      .select()
      .from(signUps)
      .where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)))
      .orderBy(desc(sql`${signUps.deviceHash} = ${deviceHash}`), desc(signUps.createdAt))
      .limit(1),
  );
}

/**
 * Claims a sign-up's only confirmation. Null if it was claimed before, or deleted by the sign-up
 * that became the account. Locks all sign-ups with the address in one order, so that two links
 * pressed at once wait for each other.
 */
export async function takeSignUp(tx: Db, { id, email }: Pick<SignUpRow, 'id' | 'email'>, at: Date) {
  const rows = await tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(signUps.id).for('update');
  const taken = rows.find((row) => row.id === id && row.confirmedAt === null) ?? null;
  if (taken !== null) await tx.update(signUps).set({ confirmedAt: at, password: '' }).where(eq(signUps.id, id));
  return taken;
}

/** Deletes the unconfirmed sign-ups with an address that now has an account. */
export async function deleteWaiting(tx: Db, email: string): Promise<void> {
  await tx.delete(signUps).where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)));
}
