import { and, eq, desc, isNull, sql } from 'drizzle-orm';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, storedRow } from '#platform/db/one-row.server.ts';

import { credentials, devices, profiles, userRoles, users, signUps } from './tables.server.ts';

export type Role = 'admin' | 'customer';

export async function listRoles(db: Db, userId: string): Promise<Role[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return rows.map((row) => row.role);
}

const rights = constant((db, { userId, deviceHash }: Places<{ userId: string; deviceHash: string }>) =>
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

export type SignUpRow = typeof signUps.$inferSelect;
export type NewSignUp = Pick<SignUpRow, 'email' | 'firstName' | 'lastName' | 'password' | 'deviceHash' | 'next'>;

export function insertSignUp(db: Db, signUp: NewSignUp): Promise<SignUpRow> {
  return storedRow(db.insert(signUps).values(signUp).returning());
}

export function findSignUp(db: Db, id: string): Promise<SignUpRow | null> {
  return firstRow(db.select().from(signUps).where(eq(signUps.id, id)));
}

type Asker = { email: string; deviceHash: string };

/** Returns the newest unconfirmed sign-up with an address, preferring one of this browser. */
export function findWaiting(db: Db, { email, deviceHash }: Asker): Promise<SignUpRow | null> {
  return firstRow(
    db
      .select()
      .from(signUps)
      .where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)))
      .orderBy(desc(sql`${signUps.deviceHash} = ${deviceHash}`), desc(signUps.createdAt))
      .limit(1),
  );
}

/**
 * Claims a sign-up's only confirmation. Null if it was claimed before, or deleted by the sign-up
 * that became the account. Locks all sign-ups with the address in one order, so that two links
 * pressed at once wait for each other.
 */
export async function takeSignUp(tx: Db, { id, email }: Pick<SignUpRow, 'id' | 'email'>, at: Date) {
  const rows = await tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(signUps.id).for('update');
  const taken = rows.find((row) => row.id === id && row.confirmedAt === null) ?? null;
  if (taken !== null) await tx.update(signUps).set({ confirmedAt: at, password: '' }).where(eq(signUps.id, id));
  return taken;
}

/** Deletes the unconfirmed sign-ups with an address that now has an account. */
export async function deleteWaiting(tx: Db, email: string): Promise<void> {
  await tx.delete(signUps).where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)));
}
