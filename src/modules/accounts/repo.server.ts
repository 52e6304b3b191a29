import { and, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { profiles, userRoles, users } from './tables.server.ts';

export type Role = 'admin' | 'customer';
export type Profile = typeof profiles.$inferSelect;

export async function listRoles(db: Db, userId: string): Promise<Role[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return rows.map((row) => row.role);
}

export async function insertRole(db: Db, userId: string, role: Role): Promise<void> {
  await db.insert(userRoles).values({ userId, role }).onConflictDoNothing();
}

export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  const rows = await db.select().from(profiles).where(eq(profiles.id, userId)).limit(1);
  return rows[0] ?? null;
}

export async function insertProfile(
  db: Db,
  profile: Pick<Profile, 'id' | 'firstName' | 'lastName' | 'displayName'>,
): Promise<void> {
  await db.insert(profiles).values(profile).onConflictDoNothing();
}

export async function findUser(db: Db, email: string): Promise<{ id: string; emailVerified: boolean } | null> {
  const { id, emailVerified } = users;
  const rows = await db.select({ id, emailVerified }).from(users).where(eq(users.email, email)).limit(1);
  return rows[0] ?? null;
}

export async function updateToVerified(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
}

/** Ends a sign-up that was never confirmed, with everything that hangs on it. */
export async function deleteUnconfirmed(db: Db, email: string): Promise<void> {
  await db.delete(users).where(and(eq(users.email, email), eq(users.emailVerified, false)));
}
