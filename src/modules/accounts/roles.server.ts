import { asc, eq, and, gt } from 'drizzle-orm';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/one-row.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { recordSecurityEvent } from './security-log.server.ts';
import type { RoleRefusal } from './accounts.schema.ts';
import { listRoles, type Role } from './accounts.queries.server.ts';
import { roleOf, mustSecure, securityNeeds } from './account.ts';
import { userRoles, users, credentials, sessions } from './tables.server.ts';
import { deleteDevicesOf } from './known-devices.server.ts';

type RoleChange = { before: Role; after: Role };

/**
 * Counts the admins. Locks them for the transaction, so that no concurrent role change counts them
 * meanwhile.
 */
async function countLockedAdmins(tx: Db): Promise<number> {
  const { userId, role } = userRoles;
  const admins = tx.select({ userId }).from(userRoles).where(eq(role, 'admin')).orderBy(asc(userId));
  return (await admins.for('update')).length;
}

/** Replaces all roles of a user with this one. */
export async function replaceRoles(tx: Db, userId: string, role: Role): Promise<void> {
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  await tx.insert(userRoles).values({ userId, role });
}

/**
 * Gives a user this role and no other. Changes and logs nothing if they already have it. An admin's
 * rights start with a password of 12 characters and an authenticator. Refuses `no_user`, and
 * `last_admin` for the role of the only admin. The caller asserts that the password is confirmed.
 */
export function setRole(
  ctx: Pick<Ctx, 'db'>,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<Result<RoleChange, RoleRefusal>> {
  return decide(ctx.db, async (tx): Promise<Result<RoleChange, RoleRefusal>> => {
    const admins = await countLockedAdmins(tx);
    const isUser = eq(users.id, userId);
    const locked = tx.select({ id: users.id }).from(users).where(isUser).for('no key update');
    if (!(await hasRow(locked))) return refuse('no_user');
    const before = roleOf(await listRoles(tx, userId));
    if (before === role) return ok({ before, after: role });
    if (role !== 'admin' && admins === 1) return refuse('last_admin');
    await replaceRoles(tx, userId, role);
    // An operator with shell access vouches for the first owner. An admin chosen by another admin
    // must secure the account first.
    const mustSecure = role === 'admin' && actor.id !== null;
    await tx.update(users).set({ mustSecure }).where(isUser);
    const change = { action: 'user.role', subject: `user:${userId}` };
    // The log is immutable. Only the account, which can be deleted, holds the person's identity.
    await recordChange(tx, actor, { ...change, before: { role: before }, after: { role } });
    await recordSecurityEvent(tx, { kind: 'role_changed', subject: `${before} to ${role}`, accountId: userId });
    return ok({ before, after: role });
  });
}

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
