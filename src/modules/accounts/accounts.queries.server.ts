import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';
import { teamRoles, type Role, type TeamRole } from '#shared/roles.ts';

import {
  consents,
  credentials,
  devices,
  invitations,
  profiles,
  sessions,
  signUps,
  twoFactors,
  userRoles,
  users,
  verifications,
} from './tables.server.ts';

export type UserSummary = { id: string; name: string; email: string };

const person = { id: users.id, name: users.name, email: users.email };

/** Returns the account with an email address, or null. */
export function findUser(db: Db, email: string) {
  return firstRow(db.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email)));
}

export function findUserById(db: Db, id: string) {
  const { email, name, createdAt } = users;
  return firstRow(db.select({ email, name, createdAt }).from(users).where(eq(users.id, id)));
}

/** Returns the confirmed email of an account as a subquery. Null if there is none. */
export const confirmedEmailOf = (userId: string) =>
  sql`(select ${users.email} from ${users} where ${users.id} = ${userId} and ${users.emailVerified})`;

/** Returns the people with these ids whose accounts still exist, by id. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(person)
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns all admins by name. */
export function listAdmins(db: Db): Promise<UserSummary[]> {
  return db
    .select(person)
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(userRoles.role, 'admin'))
    .orderBy(asc(users.name), asc(users.id));
}

const teamOrder: ListOrder = {
  sorts: { person: users.name, role: userRoles.role, 'last-sign-in': users.signedInAt },
  tie: [users.name, users.id],
  first: 'person',
  indexed: 'desc',
};

/** Returns everyone with this role in the admin, or with any, by name by default. */
export const listTeam = (db: Db, { role, page }: { role: TeamRole | ''; page: ListPage }) =>
  listPage(teamOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({
        ...person,
        role: sql<TeamRole>`${userRoles.role}`,
        hasAuthenticator: users.twoFactorEnabled,
        isRequired: users.requiresSecondFactor,
        meetsStaffPolicy: credentials.meetsStaffPolicy,
        signedInAt: users.signedInAt,
        position,
      })
      .from(userRoles)
      .innerJoin(users, eq(users.id, userRoles.userId))
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(and(inArray(userRoles.role, role === '' ? [...teamRoles] : [role]), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );

/** Records a sign-in, to the database's clock. */
export async function updateSignedInAt(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ signedInAt: sql`now()` })
    .where(eq(users.id, userId));
}

export function countUsers(db: Db, emails: readonly string[]): Promise<number> {
  return db.$count(users, inArray(users.email, [...emails]));
}

/** Locks a user's row for the transaction. Returns false if the account does not exist. */
export function lockUser(tx: Db, userId: string): Promise<boolean> {
  return hasRow(tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'));
}

export async function listRoles(db: Db, userId: string): Promise<Role[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return rows.map((row) => row.role);
}

/**
 * Locks all admins for the transaction, so that no concurrent role change counts them meanwhile.
 * Returns their ids.
 */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const { userId, role } = userRoles;
  const admins = tx.select({ userId }).from(userRoles).where(eq(role, 'admin')).orderBy(asc(userId));
  return (await admins.for('update')).map((row) => row.userId);
}

/** Replaces all roles of a user with this one. */
export async function replaceRoles(tx: Db, userId: string, role: Role): Promise<void> {
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  await tx.insert(userRoles).values({ userId, role }).onConflictDoNothing();
}

const rights = preparedStatement((db, { userId, deviceHash }: Placeholders<{ userId: string; deviceHash: string }>) =>
  db
    .select({
      role: userRoles.role,
      requiresSecondFactor: users.requiresSecondFactor,
      meetsStaffPolicy: credentials.meetsStaffPolicy,
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

/** Returns the security settings of an account for staff, or null. */
export function findSecurity(db: Db, userId: string) {
  return firstRow(
    db
      .select({
        hasAuthenticator: users.twoFactorEnabled,
        isRequired: users.requiresSecondFactor,
        meetsStaffPolicy: credentials.meetsStaffPolicy,
      })
      .from(users)
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.id, userId)),
  );
}

/** Deletes a user's authenticator and its backup codes. Returns false if none is on. */
export async function deleteAuthenticator(tx: Db, userId: string): Promise<boolean> {
  const isOn = and(eq(users.id, userId), eq(users.twoFactorEnabled, true));
  const wasOn = await hasRow(tx.update(users).set({ twoFactorEnabled: false }).where(isOn).returning({ id: users.id }));
  if (wasOn) await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  return wasOn;
}

/** Sets whether an account must be secured. Returns false if that does not change. */
export function updateMustSecure(tx: Db, userId: string, requiresSecondFactor: boolean): Promise<boolean> {
  const isOther = and(eq(users.id, userId), eq(users.requiresSecondFactor, !requiresSecondFactor));
  return hasRow(tx.update(users).set({ requiresSecondFactor }).where(isOther).returning({ id: users.id }));
}

/** Records whether the current password has the length required for staff. */
export async function updateStaffGrade(db: Db, userId: string, meetsStaffPolicy: boolean): Promise<void> {
  const isOther = eq(credentials.meetsStaffPolicy, !meetsStaffPolicy);
  await db
    .update(credentials)
    .set({ meetsStaffPolicy })
    .where(and(eq(credentials.userId, userId), isOther));
}

export function findProfile(db: Db, userId: string) {
  return firstRow(db.select().from(profiles).where(eq(profiles.id, userId)));
}

type NewProfile = Omit<typeof profiles.$inferInsert, 'id' | 'createdAt'>;

/** Stores a profile and the full name of its account. */
export async function upsertProfile(tx: Db, userId: string, profile: NewProfile): Promise<void> {
  await tx
    .insert(profiles)
    .values({ id: userId, ...profile })
    .onConflictDoUpdate({ target: profiles.id, set: profile });
  const name = `${profile.firstName} ${profile.lastName}`;
  await tx.update(users).set({ name }).where(eq(users.id, userId));
}

/** Data of a new account. `password` is a hash. */
type NewAccount = { email: string; firstName: string; lastName: string; password: string };

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

export type SignUp = typeof signUps.$inferSelect;
export type NewSignUp = Pick<SignUp, 'email' | 'firstName' | 'lastName' | 'password' | 'deviceHash' | 'next'>;

export function insertSignUp(db: Db, signUp: NewSignUp): Promise<SignUp> {
  return insertedRow(db.insert(signUps).values(signUp).returning());
}

export function findSignUp(db: Db, id: string): Promise<SignUp | null> {
  return firstRow(db.select().from(signUps).where(eq(signUps.id, id)));
}

type Requester = { email: string; deviceHash: string };

/** Returns the newest unconfirmed sign-up with an address, preferring one of this browser. */
export function findPendingSignUp(db: Db, { email, deviceHash }: Requester): Promise<SignUp | null> {
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
export async function claimSignUp(tx: Db, { id, email }: Pick<SignUp, 'id' | 'email'>, at: Date) {
  const rows = await tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(signUps.id).for('update');
  const claimed = rows.find((row) => row.id === id && row.confirmedAt === null) ?? null;
  if (claimed !== null) await tx.update(signUps).set({ confirmedAt: at, password: '' }).where(eq(signUps.id, id));
  return claimed;
}

/** Deletes the unconfirmed sign-ups with an address that now has an account. */
export async function deletePendingSignUps(tx: Db, email: string): Promise<void> {
  await tx.delete(signUps).where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)));
}

export async function insertConsent(db: Db, consent: { ads: boolean; version: string }): Promise<void> {
  await db.insert(consents).values(consent);
}

/** Returns all data of an account that its owner may download. */
export async function exportAccount(db: Db, userId: string) {
  const { createdAt, email, emailVerified } = users;
  const { ipAddress, userAgent } = sessions;
  return {
    account: await db.select({ email, emailVerified, createdAt }).from(users).where(eq(users.id, userId)),
    profile: await db.select().from(profiles).where(eq(profiles.id, userId)),
    roles: await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)),
    sessions: await db
      .select({ begun: sessions.createdAt, ends: sessions.expiresAt, ipAddress, userAgent })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    browsers: await db
      .select({ addressConfirmed: devices.addressConfirmedAt, lastUsed: devices.seenAt })
      .from(devices)
      .where(eq(devices.userId, userId)),
  };
}

/** Deletes an account with everything that refers to it, and its sign-ups and mailed links. */
export async function deleteAccount(tx: Db, { id, email }: Pick<UserSummary, 'id' | 'email'>): Promise<void> {
  await tx.delete(verifications).where(or(eq(verifications.value, id), eq(verifications.identifier, email)));
  await tx.delete(signUps).where(eq(signUps.email, email));
  await tx.delete(invitations).where(eq(invitations.email, email));
  await tx.delete(users).where(eq(users.id, id));
}

/** Deletes the mailed links that expired before a date. */
export function deleteExpiredLinks(db: Db, before: Date): Promise<BatchResult> {
  return deleteInBatches(db, verifications, lt(verifications.expiresAt, before));
}

/** Deletes sign-ups older than a date. */
export function deleteOldSignUps(db: Db, before: Date): Promise<BatchResult> {
  return deleteInBatches(db, signUps, lt(signUps.createdAt, before));
}
