import { and, eq } from 'drizzle-orm';

import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { recordChange } from '#modules/audit/service.server.ts';
import type { Actor } from '#modules/audit/rules.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { Role, RoleRefusal } from './rules.ts';

/** Everyone who is an admin, held for the transaction: of two who remove each other at once the second sees the first. */
async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
    .orderBy(userRoles.userId)
    .for('update');
  return rows.map((row) => row.userId);
}

/** Gives an account this one role. Refuses `last_admin` when nobody would be left, and `no_account`. */
export function setRole(ctx: Ctx, actor: Actor, userId: string, role: Role): Promise<Result<Role, RoleRefusal>> {
  return decide(ctx.db, async (tx) => {
    const admins = await lockAdmins(tx);
    const found = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (found[0] === undefined) return refuse('no_account');
    const before = admins.includes(userId) ? 'admin' : 'customer';
    if (before === role) return ok(role);
    if (before === 'admin' && admins.length === 1) return refuse('last_admin');
    await tx.delete(userRoles).where(and(eq(userRoles.userId, userId)));
    await tx.insert(userRoles).values({ userId, role });
    const subject = `customer:${found[0].email}`;
    await recordChange(tx, actor, { action: 'customer.role', subject, before: { role: before }, after: { role } });
    return ok(role);
  });
}
