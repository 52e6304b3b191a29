import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt, partOf } from '#platform/db/columns.server.ts';

const times = { createdAt: createdAt(), updatedAt: at('updated_at').notNull().defaultNow() };

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Whether sign-in asks for a code of the authenticator. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Whether rights count only with a password of staff length and an authenticator. */
  mustSecure: boolean('must_secure').notNull().default(false),
  ...times,
});

export const userId = () => partOf('user_id', () => users.id);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    expiresAt: at('expires_at').notNull(),
    /** A hash: what is in the cookie is known to its browser alone. */
    token: text('token').notNull().unique(),
    /** When the password was last proven in this session. */
    confirmedAt: at('confirmed_at').notNull().defaultNow(),
    /** Last request of an admin, to the minute; nothing writes it for customers. */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: userId(),
    ...times,
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** The ways in which a user can prove who they are: for now a password. */
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
    /** Whether the password had the length that staff needs when it was last given. */
    isStaffGrade: boolean('is_staff_grade').notNull().default(false),
    ...times,
  },
  (table) => [index('credentials_user').on(table.userId)],
);

/** Authenticators. The secret is encrypted with the session secret; backup codes are hashed with it. */
export const twoFactors = pgTable('two_factors', {
  id: uuid('id').primaryKey().defaultRandom(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: userId().unique(),
  /** False until a first code has proven that the authenticator works. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
  /** The step of 30 s, counted from 1970, whose code was accepted last: it and those before it count no more. */
  lastStep: integer('last_step'),
});

export const verifications = pgTable('verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  ...times,
});

/** Requests for an account, each with its own password: the one whose mailed link is pressed becomes the account. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** A hash; empty once the link was pressed. */
    password: text('password').notNull(),
    /** The browser that asked, as the hash of its device cookie: the link signs in nobody else. */
    deviceHash: text('device_hash').notNull(),
    /** Where the shop leads after the press. */
    next: text('next').notNull(),
    confirmedAt: at('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [index('sign_ups_email').on(table.email, table.createdAt)],
);

/** Browsers that an account knows by the hash of their device cookie. */
export const devices = pgTable(
  'devices',
  {
    userId: userId(),
    tokenHash: text('token_hash').notNull(),
    /** When a mailed link proved in this browser that its user reads the account's address. */
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
