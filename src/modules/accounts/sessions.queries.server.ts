import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';

import { devices, sessions, users } from './tables.server.ts';

const unexpiredSession = preparedStatement((db, { tokenHash }: Placeholders<{ tokenHash: string }>) =>
  db
    .select({
      user: { id: users.id, email: users.email, name: users.name, twoFactorEnabled: users.twoFactorEnabled },
      session: {
        id: sessions.id,
        confirmedAt: sessions.confirmedAt,
        // Uses the database clock, which also wrote `lastSeenAt`.
        idleSeconds: sql<number>`extract(epoch from now() - ${sessions.lastSeenAt})::float8`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, tokenHash), gt(sessions.expiresAt, sql`now()`))),
);

export type FoundSession = Awaited<ReturnType<typeof unexpiredSession>>[number];

/** Returns the unexpired session and its user by the hash of the token. */
export function findSession(db: Db, tokenHash: string): Promise<FoundSession | null> {
  return firstRow(unexpiredSession(db, { tokenHash }));
}

const isOpen = (userId: string, now: Date) => and(eq(sessions.userId, userId), gt(sessions.expiresAt, now));

/** Returns a user's unexpired sessions, newest first. */
export function listOpenSessions(db: Db, userId: string, now: Date) {
  return db.select().from(sessions).where(isOpen(userId, now)).orderBy(desc(sessions.createdAt));
}

export function countOpenSessions(db: Db, userId: string, now: Date): Promise<number> {
  return db.$count(sessions, isOpen(userId, now));
}

/** Records that the session was used now. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessions.id, sessionId));
}

export async function updateConfirmedAt(db: Db, sessionId: string, confirmedAt: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId));
}

/**
 * Deletes a session of this user. No-op for a session of someone else or one that has already
 * ended.
 */
/** Deletes a session of a user. Returns false if there was none. */
export function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const isThis = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return hasRow(db.delete(sessions).where(isThis).returning({ id: sessions.id }));
}

/** Deletes all other sessions of a user. Returns false if there was none. */
export function deleteOtherSessions(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const isOther = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  return hasRow(db.delete(sessions).where(isOther).returning({ id: sessions.id }));
}

/** Deletes all sessions of a user. Returns their number. */
export async function deleteSessions(tx: Db, userId: string): Promise<number> {
  return (await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })).length;
}

/** Deletes the sessions that expired before a date. */
export function deleteExpiredSessions(db: Db, before: Date): Promise<BatchResult> {
  return deleteInBatches(db, sessions, lt(sessions.expiresAt, before));
}

/** True when this account has been used in this browser before. */
export function isKnownDevice(db: Db, email: string, tokenHash: string): Promise<boolean> {
  const isThis = and(eq(users.email, email), eq(devices.tokenHash, tokenHash));
  return hasRow(db.select({ id: users.id }).from(devices).innerJoin(users, eq(users.id, devices.userId)).where(isThis));
}

export type Device = { userId: string; tokenHash: string };

/**
 * Records that the account was used in this browser. Without `addressConfirmedAt`, an earlier
 * confirmation in it remains.
 */
export async function upsertDevice(db: Db, device: Device & { addressConfirmedAt?: Date }): Promise<void> {
  const { userId, tokenHash, ...confirmation } = device;
  const set = { ...confirmation, seenAt: sql`now()` };
  await db
    .insert(devices)
    .values({ userId, tokenHash, ...confirmation })
    .onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set });
}

export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
}

/** Deletes the devices last used before a date. */
export function deleteUnusedDevices(db: Db, before: Date): Promise<BatchResult> {
  return deleteInBatches(db, devices, lt(devices.seenAt, before));
}
