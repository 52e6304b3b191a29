import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt, partOf } from '#platform/db/columns.server.ts';

const times = { createdAt: createdAt(), updatedAt: at('updated_at').notNull().defaultNow() };

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** True when sign-in requires an authenticator code. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** True when rights require a password of staff length and an authenticator. */
  mustSecure: boolean('must_secure').notNull().default(false),
  ...times,
});

export const userId = () => partOf('user_id', () => users.id);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    expiresAt: at('expires_at').notNull(),
    /** Hash of the token. Only the browser has the token itself. */
    token: text('token').notNull().unique(),
    /** Time at which the password was last proven in this session. */
    confirmedAt: at('confirmed_at').notNull().defaultNow(),
    /** Last request of an admin, to the minute. Not updated for customers. */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: userId(),
    ...times,
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Proofs of identity of a user, currently only passwords. */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** True when the password had the length required for staff when it was last entered. */
    isStaffGrade: boolean('is_staff_grade').notNull().default(false),
    ...times,
  },
  (table) => [index('credentials_user').on(table.userId)],
);

/**
 * Authenticators. The secret is encrypted, and backup codes are hashed, with the session secret.
 */
export const twoFactors = pgTable('two_factors', {
  id: uuid('id').primaryKey().defaultRandom(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: userId().unique(),
  /** False until a first code has proven that the authenticator works. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
  /**
   * Last accepted time step, in units of 30 s since 1970. It and earlier steps are no longer
   * accepted.
   */
  lastStep: integer('last_step'),
});

export const verifications = pgTable('verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  ...times,
});

/**
 * Requests for an account, each with its own password. The one whose mailed link is pressed becomes
 * the account.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Hash of the password; empty after the link was pressed. */
    password: text('password').notNull(),
    /** Hash of the requesting browser's device cookie. The link signs in no other browser. */
    deviceHash: text('device_hash').notNull(),
    /** Page to open after the confirmation. */
    next: text('next').notNull(),
    confirmedAt: at('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [index('sign_ups_email').on(table.email, table.createdAt)],
);

/** Browsers known to an account, by the hash of their device cookie. */
export const devices = pgTable(
  'devices',
  {
    userId: userId(),
    tokenHash: text('token_hash').notNull(),
    /**
     * Time at which a mailed link, pressed in this browser, proved access to the account's mailbox.
     */
    addressConfirmedAt: at('address_confirmed_at'),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

export const profiles = pgTable('profiles', {
  id: uuid('id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  displayName: text('display_name').notNull(),
  phone: text('phone'),
  createdAt: createdAt(),
});

export const appRole = pgEnum('app_role', ['admin', 'customer']);

export const userRoles = pgTable('user_roles', { userId: userId(), role: appRole('role').notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.role] }),
]);
