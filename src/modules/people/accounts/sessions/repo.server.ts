import { and, desc, eq, gt, lt, ne } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { sessions } from '../tables.server.ts';

export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userAgent' | 'ipAddress' | 'createdAt'>;

export function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  const { id, userAgent, ipAddress, createdAt } = sessions;
  return db
    .select({ id, userAgent, ipAddress, createdAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(createdAt));
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
}

export async function deleteOtherSessions(db: Db, userId: string, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)));
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, sessions, lt(sessions.expiresAt, now));
}

export async function updateConfirmedAt(db: Db, id: string, at: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, id));
}
