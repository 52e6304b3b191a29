import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';

import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { sessions, users } from '../tables.server.ts';

export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userAgent' | 'ipAddress' | 'createdAt'>;

const openSession = constant((db, { tokenHash }: Places<{ tokenHash: string }>) =>
  db
    .select({
      user: { id: users.id, email: users.email, name: users.name, twoFactorEnabled: users.twoFactorEnabled },
      session: { id: sessions.id, confirmedAt: sessions.confirmedAt },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, tokenHash), gt(sessions.expiresAt, sql`now()`))),
);

export type FoundSession = Awaited<ReturnType<typeof openSession>>[number];

/** The session that has not run out, and whose it is, by the hash of its token. */
export async function findSession(db: Db, tokenHash: string): Promise<FoundSession | null> {
  return (await openSession(db, { tokenHash }))[0] ?? null;
}

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

export async function updateConfirmedAt(db: Db, id: string, at: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, id));
}
