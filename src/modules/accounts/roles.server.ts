import { asc, eq } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-entry.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { recordSecurityEvent } from './security-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/rows.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { RoleRefusal } from './accounts.schema.ts';
import { listRoles, type Role } from './accounts.queries.server.ts';
import { roleOf } from './account.ts';
import { userRoles, users } from './tables.server.ts';

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
