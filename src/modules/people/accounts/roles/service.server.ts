import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import { recordSecurityEvent } from '#modules/people/security/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { RoleRefusal } from '../contract.ts';
import { listRoles, type Role } from '../repo.server.ts';
import { roleOf } from '../rules.ts';
import * as repo from './repo.server.ts';

export type RoleChange = { before: Role; after: Role };

/**
 * Gives a user this role and no other; nothing happens, and nothing is noted, where it is theirs already.
 * An admin's rights begin with a password of 12 characters and an authenticator.
 * Refuses `no_user`, and `last_admin` for the only admin's own. The caller asserts that the password is confirmed.
 */
export function setRole(
  ctx: Pick<Ctx, 'db'>,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<Result<RoleChange, RoleRefusal>> {
  return decide(ctx.db, async (tx): Promise<Result<RoleChange, RoleRefusal>> => {
    const admins = await repo.lockAdmins(tx);
    if (!(await repo.lockUser(tx, userId))) return refuse('no_user');
    const before = roleOf(await listRoles(tx, userId));
    if (before === role) return ok({ before, after: role });
    if (role !== 'admin' && admins.length === 1) return refuse('last_admin');
    await repo.replaceRoles(tx, userId, role);
    // Who may run commands on the server vouches for the first owner; whom an admin chooses secures the account first.
    await repo.updateMustSecure(tx, userId, role === 'admin' && actor.id !== null);
    const change = { action: 'user.role', subject: `user:${userId}` };
    // The log is never changed: who this is stands in the account alone, which can be deleted.
    await recordChange(tx, actor, { ...change, before: { role: before }, after: { role } });
    await recordSecurityEvent(tx, { kind: 'role_changed', subject: `${before} to ${role}`, accountId: userId });
    return ok({ before, after: role });
  });
}
