import { eq, lt, or, and, sql } from 'drizzle-orm';
import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import {
  devices,
  profiles,
  sessions,
  signUps,
  userRoles,
  users,
  verifications,
  securityEvents,
  savedAddresses,
} from './tables.server.ts';
import { securityDays } from './security-log.ts';
import { addressesOf } from './saved-addresses.server.ts';

export const accountsPersonalData: PersonalData = {
  columns: [
    users.name,
    users.email,
    sessions.ipAddress,
    sessions.userAgent,
    signUps.email,
    signUps.firstName,
    signUps.lastName,
    profiles.firstName,
    profiles.lastName,
    profiles.displayName,
    profiles.phone,
  ],
  async export({ db }, { id }) {
    const { createdAt, email, emailVerified } = users;
    const { ipAddress, userAgent } = sessions;
    return {
      account: await db.select({ email, emailVerified, createdAt }).from(users).where(eq(users.id, id)),
      profile: await db.select().from(profiles).where(eq(profiles.id, id)),
      roles: await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, id)),
      sessions: await db
        .select({ begun: sessions.createdAt, ends: sessions.expiresAt, ipAddress, userAgent })
        .from(sessions)
        .where(eq(sessions.userId, id)),
      browsers: await db
        .select({ addressConfirmed: devices.addressConfirmedAt, lastUsed: devices.seenAt })
        .from(devices)
        .where(eq(devices.userId, id)),
    };
  },
  /** Profile, sessions, addresses, habit tracker and photos are deleted with the account. */
  async erase(tx, { id, email }) {
    await tx.delete(verifications).where(or(eq(verifications.value, id), eq(verifications.identifier, email)));
    await tx.delete(signUps).where(eq(signUps.email, email));
    await tx.delete(users).where(eq(users.id, id));
  },
  retention: {
    sessions: (db, daysAgo) => deleteInBatches(db, sessions, lt(sessions.expiresAt, daysAgo(0))),
    verifications: (db, daysAgo) => deleteInBatches(db, verifications, lt(verifications.expiresAt, daysAgo(0))),
    signUps: (db, daysAgo) => deleteInBatches(db, signUps, lt(signUps.createdAt, daysAgo(retention.signUpDays))),
    devices: (db, daysAgo) => deleteInBatches(db, devices, lt(devices.seenAt, daysAgo(retention.deviceDays))),
  },
};

/**
 * The log outlives an account. Without the account, the id and keyed hash of an event identify
 * nobody.
 */
export const securityPersonalData: PersonalData = {
  columns: [securityEvents.source],
  async export({ db }, { id }) {
    const { kind, subject, source, lastAt } = securityEvents;
    const shown = { what: kind, where: subject, from: source, at: lastAt };
    return { securityEvents: await db.select(shown).from(securityEvents).where(eq(securityEvents.accountId, id)) };
  },
  retention: {
    // The trigger uses the database clock. Rows that only a process with a fast clock considers old
    // are left alone.
    securityEvents: (db, daysAgo) =>
      deleteInBatches(
        db,
        securityEvents,
        and(
          lt(securityEvents.lastAt, daysAgo(securityDays)),
          lt(securityEvents.lastAt, sql`now() - make_interval(days => ${securityDays})`),
        ),
      ),
  },
};

const { city, line2, postalCode, street } = savedAddresses;

/** Saved addresses are deleted with their account. */
export const addressesPersonalData: PersonalData = {
  columns: [street, line2, city, postalCode],
  export: async ({ db }, { id }) => ({ addresses: await addressesOf(db, id) }),
};
