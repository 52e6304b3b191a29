import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';

import type { Ctx } from '#platform/ctx.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { sessions, users } from './tables.server.ts';
import { deviceOf } from './sessions.ts';

const openSession = preparedStatement((db, { tokenHash }: Placeholders<{ tokenHash: string }>) =>
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

export type FoundSession = Awaited<ReturnType<typeof openSession>>[number];

/** Returns the unexpired session and its user by the hash of the token. */
export function findSession(db: Db, tokenHash: string): Promise<FoundSession | null> {
  return firstRow(openSession(db, { tokenHash }));
}

/** Returns a user's open sessions: this one first, then the newest. */
export async function openSessions({ db, now }: Pick<Ctx, 'db' | 'now'>, user: SignedInUser) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.createdAt));
  const open = rows.map(({ id, userAgent, ipAddress, createdAt }) => ({
    id,
    device: deviceOf(userAgent),
    address: ipAddress === '' ? null : ipAddress,
    since: createdAt,
    isThis: id === user.sessionId,
  }));
  return open.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

/**
 * Ends a session of this user. No-op for a session of someone else or one that has already ended.
 */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));
}

/** Records that the session was used now. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessions.id, sessionId));
}

export async function endOtherSessions(db: Db, { id, sessionId }: SignedInUser): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)));
}

/** Records that the user of this session has just proven the password. */
export async function renewConfirmation({ db, now }: Pick<Ctx, 'db' | 'now'>, user: SignedInUser): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, user.sessionId));
}
