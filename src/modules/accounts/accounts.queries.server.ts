import { and, eq } from 'drizzle-orm';

import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { credentials, devices, profiles, userRoles, users } from './tables.server.ts';

export type Role = 'admin' | 'customer';

export async function listRoles(db: Db, userId: string): Promise<Role[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return rows.map((row) => row.role);
}

const rights = preparedStatement((db, { userId, deviceHash }: Placeholders<{ userId: string; deviceHash: string }>) =>
  db
    .select({
      role: userRoles.role,
      mustSecure: users.mustSecure,
      isStaffGrade: credentials.isStaffGrade,
      addressConfirmedAt: devices.addressConfirmedAt,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(devices, and(eq(devices.userId, users.id), eq(devices.tokenHash, deviceHash)))
    .where(eq(users.id, userId)),
);

/** Returns one row per role, with whether the address was confirmed in this browser. */
export const listRights = (db: Db, userId: string, deviceHash: string) => rights(db, { userId, deviceHash });

export function findProfile(db: Db, userId: string) {
  return firstRow(db.select().from(profiles).where(eq(profiles.id, userId)));
}

export function findUser(db: Db, email: string) {
  return firstRow(db.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email)));
}

export function findUserById(db: Db, id: string) {
  return firstRow(db.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, id)));
}

/** Data of a new account. `password` is a hash. */
export type NewAccount = { email: string; firstName: string; lastName: string; password: string };

/** Creates a customer with a confirmed address. Null if the address already has an account. */
export async function insertAccount(tx: Db, account: NewAccount): Promise<string | null> {
  const { email, firstName, lastName, password } = account;
  const name = `${firstName} ${lastName}`.trim();
  const user = { email, name, emailVerified: true };
  const row = await firstRow(tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id }));
  if (row === null) return null;
  const userId = row.id;
  await tx.insert(credentials).values({ userId, accountId: userId, providerId: 'credential', password });
  await tx.insert(profiles).values({ id: userId, firstName, lastName, displayName: firstName });
  await tx.insert(userRoles).values({ userId, role: 'customer' });
  return userId;
}

/** Records whether the current password has the length required for staff. */
export async function updateStaffGrade(db: Db, userId: string, isStaffGrade: boolean): Promise<void> {
  const isOther = eq(credentials.isStaffGrade, !isStaffGrade);
  await db
    .update(credentials)
    .set({ isStaffGrade })
    .where(and(eq(credentials.userId, userId), isOther));
}
