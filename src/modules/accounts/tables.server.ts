import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
  timestamp,
  bigserial,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

import { timestamptz, createdAt, parentReference } from '#platform/db/columns.server.ts';
import type { TeamRole } from '#shared/roles.ts';

import type { SecurityKind } from './security-log.ts';

const times = { createdAt: createdAt(), updatedAt: timestamptz('updated_at').notNull().defaultNow() };

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** True when sign-in requires an authenticator code. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** True when rights require a password of staff length and an authenticator. */
  requiresSecondFactor: boolean('must_secure').notNull().default(false),
  /** Newest sign-in. Null if it was before this column. */
  signedInAt: timestamptz('signed_in_at'),
  ...times,
});

export const userId = () => parentReference('user_id', () => users.id);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Hash of the token. Only the browser has the token itself. */
    token: text('token').notNull().unique(),
    /** Time at which the password was last proven in this session. */
    confirmedAt: timestamptz('confirmed_at').notNull().defaultNow(),
    /** Last request of an admin, to the minute. Not updated for customers. */
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
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
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** True when the password had the length required for staff when it was last entered. */
    meetsStaffPolicy: boolean('is_staff_grade').notNull().default(false),
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
  lockedUntil: timestamptz('locked_until'),
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
  expiresAt: timestamptz('expires_at').notNull(),
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
    confirmedAt: timestamptz('confirmed_at'),
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
    addressConfirmedAt: timestamptz('address_confirmed_at'),
    seenAt: timestamptz('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    displayName: text('display_name').notNull(),
    phone: text('phone'),
    createdAt: createdAt(),
  },
  ({ phone }) => [
    index('profiles_search_by_phone')
      .using('gin', sql`translate(coalesce(${phone}, ''), ' ()+./-', '') gin_trgm_ops`)
      .concurrently(),
  ],
);

/** Roles in the order in which the type got them. Versions before know the first two. */
export const appRole = pgEnum('app_role', ['admin', 'customer', 'staff', 'accountant']);

export const userRoles = pgTable('user_roles', { userId: userId(), role: appRole('role').notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.role] }),
  index('user_roles_team')
    .on(table.role)
    .where(sql`${table.role} <> 'customer'`)
    .concurrently(),
]);

/** Open invitations to a role in the admin: deleted when accepted or withdrawn. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Lower case, like those of accounts. */
  email: text('email').notNull().unique(),
  role: appRole('role').$type<TeamRole>().notNull(),
  /** Hash of the mailed link's token. Sending it again replaces it. */
  tokenHash: text('token_hash').notNull().unique(),
  /** Admin whose invitation it is. It ends with that admin's rights. */
  invitedBy: parentReference('invited_by', () => users.id),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: createdAt(),
});

/** Anonymous record of each consent decision. Rows are only added. */
export const consents = pgTable('consents', {
  id: uuid('id').primaryKey().defaultRandom(),
  version: text('version').notNull(),
  ads: boolean('ads').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Security events for detecting attacks. Rows are only added: a trigger refuses changes, and
 * deletions before 30 days.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<SecurityKind>().notNull(),
    subject: text('subject').notNull(),
    /**
     * Related account, '' if unknown. There is no foreign key, because the row outlives the
     * account.
     */
    accountId: text('account_id').notNull().default(''),
    /**
     * Keyed hash of the typed email address, '' if there was none. Equal hashes are one account.
     */
    accountHash: text('account_hash').notNull().default(''),
    /** Network of the client, or the full address for a failed sign-in. */
    source: text('source').notNull().default(''),
    /** Time of the event. Earlier versions stored the hour and counted in the row. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    unique('security_events_once_an_hour').on(table.kind, table.subject, table.accountId, table.source, table.hour),
    index('security_events_kind').on(table.kind, table.id),
    index('security_events_last').on(table.lastAt),
  ],
);

/** Saved shipping addresses of a customer. At most one is the default. */
export const savedAddresses = pgTable(
  'saved_addresses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    street: text('street').notNull(),
    line2: text('line2').notNull().default(''),
    city: text('city').notNull(),
    /** State code if the country has a list of states, else as typed. */
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_addresses_user').on(table.userId, table.createdAt),
    uniqueIndex('saved_addresses_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
  ],
);
