import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import * as repo from './repo.server.ts';
import { deviceOf } from './rules.ts';

export type OpenSession = { id: string; device: string; address: string | null; since: Date; isThis: boolean };

/** Where a person is signed in: this session first, then the newest. */
export async function openSessions(ctx: Pick<Ctx, 'db' | 'now'>, user: SignedInUser): Promise<OpenSession[]> {
  const rows = await repo.listSessions(ctx.db, user.id, ctx.now());
  const open = rows.map(({ id, userAgent, ipAddress, createdAt }) => ({
    id,
    device: deviceOf(userAgent),
    address: ipAddress === '' ? null : ipAddress,
    since: createdAt,
    isThis: id === user.sessionId,
  }));
  return open.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Ends one of a person's sessions; another person's stays, and one that is gone already is fine. */
export function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  return repo.deleteSession(db, userId, sessionId);
}

/** Ends all of a person's sessions but this one. */
export function endOtherSessions(db: Db, user: SignedInUser): Promise<void> {
  return repo.deleteOtherSessions(db, user.id, user.sessionId);
}

/** Notes that the person of this session has just proven the password. */
export function renewConfirmation(ctx: Pick<Ctx, 'db' | 'now'>, user: SignedInUser): Promise<void> {
  return repo.updateConfirmedAt(ctx.db, user.sessionId, ctx.now());
}
