import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isTeamRole, type Role } from '#shared/roles.ts';

import { requiresSecondFactor, roleOf, missingSecuritySteps } from './account.ts';
import {
  findSecurity,
  listRoles,
  lockAdmins,
  lockUser,
  replaceRoles,
  updateMustSecure,
} from './accounts.queries.server.ts';
import type { RoleRefusal } from './accounts.schema.ts';
import { deleteInvitationsBy } from './invitations.queries.server.ts';
import { recordSecurityEvent } from './security-log.server.ts';
import { countOpenSessions, deleteDevices, deleteSessions } from './sessions.queries.server.ts';

type RoleChange = { before: Role; after: Role };

/** `from` is the role that the form showed, if it showed one. */
type NewRole = { userId: string; role: Role; from?: Role };

/**
 * Gives a user this role and no other. Changes and logs nothing if they already have it. Rights in
 * the admin start with a password of 12 characters and an authenticator. The end of a role ends the
 * sessions and the open invitations of its holder.
 * Refuses `no_user`, `own_role`, `last_admin` for the role of the only admin, `no_longer_admin` if
 * the actor has just lost that role, and `changed_meanwhile` if `from` is not the present role.
 * The caller asserts that the password is confirmed.
 */
export function setRole(
  ctx: Pick<Ctx, 'db'>,
  actor: Actor,
  { userId, role, from }: NewRole,
): Promise<Result<RoleChange, RoleRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<RoleChange, RoleRefusal>> => {
    const admins = await lockAdmins(tx);
    if (!(await lockUser(tx, userId))) return refuse('no_user');
    const before = roleOf(await listRoles(tx, userId));
    if (before === role) return ok({ before, after: role });
    if (before === 'admin' && admins.length === 1) return refuse('last_admin');
    if (actor.id === userId) return refuse('own_role');
    if (actor.id !== null && !admins.includes(actor.id)) return refuse('no_longer_admin');
    if (from !== undefined && from !== before) return refuse('changed_meanwhile');
    await storeRole(tx, actor, { userId, before, role });
    return ok({ before, after: role });
  });
}

/** Stores and logs a changed role, in a transaction that holds the locks of the admins and user. */
export async function storeRole(
  tx: Db,
  actor: Actor,
  { userId, before, role }: { userId: string; before: Role; role: Role },
): Promise<void> {
  await replaceRoles(tx, userId, role);
  // An operator with shell access vouches for the first owner. Everyone chosen by an admin must
  // secure the account first.
  await updateMustSecure(tx, userId, isTeamRole(role) && actor.id !== null);
  if (isTeamRole(before)) {
    await deleteSessions(tx, userId);
    await deleteInvitationsBy(tx, userId);
  }
  const change = { action: 'user.role', subject: `user:${userId}` };
  // The log is immutable. Only the account, which can be deleted, holds the person's identity.
  await recordChange(tx, actor, { ...change, before: { role: before }, after: { role } });
  await recordSecurityEvent(tx, { kind: 'role_changed', subject: `${before} to ${role}`, accountId: userId });
}

/**
 * Returns an account's security settings for staff, with unmet requirements. Null if the account
 * does not exist.
 */
export async function accountSecurity({ db, now, settings }: Pick<Ctx, 'db' | 'now' | 'settings'>, userId: string) {
  const found = await findSecurity(db, userId);
  if (found === null) return null;
  const { meetsStaffPolicy, isRequired, hasAuthenticator } = found;
  const role = roleOf(await listRoles(db, userId));
  const security = { hasAuthenticator, requiresSecondFactor: requiresSecondFactor(settings, { isRequired, role }) };
  const needs = missingSecuritySteps({ ...security, meetsStaffPolicy: meetsStaffPolicy === true });
  /** True when the shop's mode requires it regardless of an admin's choice. */
  const isFixed = requiresSecondFactor(settings, { isRequired: false, role });
  return { ...security, isFixed, needs, openSessions: await countOpenSessions(db, userId, now()) };
}

export type AccountSecurity = NonNullable<Awaited<ReturnType<typeof accountSecurity>>>;

type Requirement = { userId: string; isRequired: boolean };

/**
 * Suspends a user's rights until they have a password of staff length and an authenticator, or
 * lifts that requirement. The caller asserts that the password is confirmed.
 */
export function requireSecurity({ db }: Pick<Ctx, 'db'>, actor: Actor, requirement: Requirement): Promise<void> {
  const { userId, isRequired } = requirement;
  return inTransaction(db, async (tx) => {
    if (!(await updateMustSecure(tx, userId, isRequired))) return;
    const fields = { before: { required: !isRequired }, after: { required: isRequired } };
    await recordChange(tx, actor, { action: 'user.second_factor', subject: `user:${userId}`, ...fields });
  });
}

/**
 * Ends all sessions of a user and forgets their known browsers. The caller asserts that the
 * password is confirmed.
 */
export function endSessions({ db }: Pick<Ctx, 'db'>, actor: Actor, userId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessions(tx, userId);
    await deleteDevices(tx, userId);
    const change = { action: 'user.sessions_end', subject: `user:${userId}`, before: null };
    await recordChange(tx, actor, { ...change, after: { sessions: ended } });
  });
}
