import { asc, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/one-row.server.ts';

import { userRoles, users } from '../tables.server.ts';

/** The ids of all admins, held for the transaction: no other role change can count them meanwhile. */
export async function lockAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
    .orderBy(asc(userRoles.userId))
    .for('update');
  return rows.map(({ userId }) => userId);
}

/** Holds a user for the transaction; false when there is none. */
export function lockUser(db: Db, id: string): Promise<boolean> {
  return hasRow(db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update'));
}

/** Whether the rights of a user wait for a password of staff length and an authenticator. */
export async function updateMustSecure(db: Db, userId: string, mustSecure: boolean): Promise<void> {
  await db.update(users).set({ mustSecure }).where(eq(users.id, userId));
}

/** Takes every role from a user and gives this one. */
export async function replaceRoles(db: Db, userId: string, role: 'admin' | 'customer'): Promise<void> {
  await db.delete(userRoles).where(eq(userRoles.userId, userId));
  await db.insert(userRoles).values({ userId, role });
}
