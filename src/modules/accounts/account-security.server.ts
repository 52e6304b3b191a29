import { and, eq, gt } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-entry.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { deleteDevicesOf } from './known-devices.server.ts';
import { credentials, sessions, users } from './tables.server.ts';
import { listRoles } from './accounts.queries.server.ts';
import { mustSecure, roleOf, securityNeeds } from './account.ts';

/**
 * Returns an account's security settings for staff, with unmet requirements. Null if the account
 * does not exist.
 */
export async function securityOf({ db, now, settings }: Pick<Ctx, 'db' | 'now' | 'settings'>, userId: string) {
  const [row] = await db
    .select({ hasAuthenticator: users.twoFactorEnabled, isRequired: users.mustSecure, grade: credentials.isStaffGrade })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId));
  if (row === undefined) return null;
  const { grade, isRequired, hasAuthenticator } = row;
  const role = roleOf(await listRoles(db, userId));
  const security = { hasAuthenticator, mustSecure: mustSecure(settings, { isRequired, role }) };
  const open = and(eq(sessions.userId, userId), gt(sessions.expiresAt, now()));
  const needs = securityNeeds({ ...security, isStaffGrade: grade === true });
  /** True when the shop's mode requires it regardless of an admin's choice. */
  const isFixed = mustSecure(settings, { isRequired: false, role });
  return { ...security, isFixed, needs, openSessions: await db.$count(sessions, open) };
}

export type AccountSecurity = NonNullable<Awaited<ReturnType<typeof securityOf>>>;

/**
 * Ends all sessions of a user and forgets their known browsers. The caller asserts that the
 * password is confirmed.
 */
export function endSessionsOf({ db }: Pick<Ctx, 'db'>, actor: Actor, userId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    await deleteDevicesOf(tx, userId);
    const change = { action: 'user.sessions_end', subject: `user:${userId}`, before: null };
    await recordChange(tx, actor, { ...change, after: { sessions: ended.length } });
  });
}

type Requirement = { userId: string; isRequired: boolean };

/**
 * Suspends a user's rights until they have a password of staff length and an authenticator, or
 * lifts that requirement. The caller asserts that the password is confirmed.
 */
export function requireSecurity({ db }: Pick<Ctx, 'db'>, actor: Actor, requirement: Requirement): Promise<void> {
  const { userId, isRequired } = requirement;
  return inTransaction(db, async (tx) => {
    const isOther = and(eq(users.id, userId), eq(users.mustSecure, !isRequired));
    const changed = await tx.update(users).set({ mustSecure: isRequired }).where(isOther).returning({ id: users.id });
    if (changed.length === 0) return;
    const facts = { before: { required: !isRequired }, after: { required: isRequired } };
    await recordChange(tx, actor, { action: 'user.second_factor', subject: `user:${userId}`, ...facts });
  });
}
