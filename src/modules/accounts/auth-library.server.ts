import { createHmac, timingSafeEqual } from 'node:crypto';

import { betterAuth, type BetterAuthOptions, type DBAdapter, type DBTransactionAdapter, type Where } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { parse } from 'hono/utils/cookie';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';

import { passwordMax } from './account.ts';
import type { SendMail } from './accounts.emails.server.ts';
import { afterCalls, beforeCalls, ipHeader, resetPage } from './auth-hooks.server.ts';
import { deviceHeader } from './known-devices.server.ts';
import { backupCodeStorage } from './one-use-codes.server.ts';
import { deleteDevices, upsertDevice } from './sessions.queries.server.ts';
import { signUpCalls } from './sign-up.server.ts';
import { credentials, sessions, twoFactors, users, verifications } from './tables.server.ts';

/** Parts of the process that sign-in needs. */
export type AuthCtx = Pick<Ctx, 'db' | 'settings' | 'log' | 'now' | 'cacheLifetime'>;

export const authPath = '/api/auth';

/** Returns cookie options. Over TLS, cookies are bound to this host. */
function cookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  return {
    // The library knows only the weaker `__Secure-`. `__Host-`, which binds a cookie to this host,
    // is set by name.
    useSecureCookies: false,
    cookiePrefix: isSecure ? '__Host-shop' : 'shop',
    defaultCookieAttributes: { secure: isSecure },
  };
}

/**
 * Returns the link that a reset mails. The library's own would lead where the request says, and
 * could put the token into the address of a measured page.
 */
const resetUrl = ({ settings }: AuthCtx, token: string) =>
  `${settings.publicUrl}${authPath}/reset-password/${token}?callbackURL=${encodeURIComponent(resetPage)}`;

function passwords(ctx: AuthCtx, sendMail: SendMail) {
  return {
    enabled: true,
    minPasswordLength: ctx.settings.passwordMin,
    maxPasswordLength: passwordMax,
    requireEmailVerification: true,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, token }: { user: { email: string; name: string }; token: string }) =>
      sendMail('reset_password', user, resetUrl(ctx, token)),
    /**
     * Forgets browsers that knew the old password. The one that followed the mailed link has proven
     * the address.
     */
    onPasswordReset: async ({ user }: { user: { id: string; email: string; name: string } }, request?: Request) => {
      await deleteDevices(ctx.db, user.id);
      const deviceHash = request?.headers.get(deviceHeader) ?? '';
      await upsertDevice(ctx.db, { userId: user.id, tokenHash: deviceHash, addressConfirmedAt: ctx.now() });
      await sendMail('password_changed', user, `${ctx.settings.publicUrl}/auth/forgot`);
    },
  };
}

const authenticator = (secret: string) =>
  twoFactor({
    totpOptions: { digits: 6, period: 30 },
    twoFactorCookieMaxAge: 600,
    backupCodeOptions: { storeBackupCodes: backupCodeStorage(secret) },
    // The library locks an account for everyone, including its owner. The shop counts wrong codes
    // per account and browser.
    accountLockout: { enabled: false },
  });

const schema = {
  user: users,
  session: sessions,
  account: credentials,
  verification: verifications,
  twoFactor: twoFactors,
};

/**
 * Creates better-auth as this shop uses it: email and password, plus a code if an authenticator is
 * enabled.
 */
export function createLibrary(ctx: AuthCtx, ports: { limits: Limits; sendMail: SendMail }) {
  const { settings, db } = ctx;
  const adapter = drizzleAdapter(db, { provider: 'pg', schema, transaction: true });
  return betterAuth({
    baseURL: settings.publicUrl,
    basePath: authPath,
    secret: settings.sessionSecret,
    database: (options: BetterAuthOptions) => withHashedTokens(adapter(options)),
    advanced: {
      database: { generateId: 'uuid' },
      // The library disables its redirect check in test runs unless this is set.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ipHeader] },
      ...cookies(settings.publicUrl),
    },
    emailAndPassword: passwords(ctx, ports.sendMail),
    // The library would delete links by the clock of this process. Retention deletes expired ones.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    plugins: [authenticator(settings.sessionSecret), signUpCalls(ctx, ports.sendMail)],
    // Limited by the shop's own limits, which survive a restart and are shared by all processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Errors go to the shop's own response and log. The library would log them with the query's
    // values.
    onAPIError: { throw: true },
    session: {
      cookieCache: { enabled: false },
      // A session lasts as long as its cookie, seven days from sign-in. Reading it writes nothing.
      disableSessionRefresh: true,
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
    },
    hooks: { before: beforeCalls({ ctx, ...ports }), after: afterCalls({ ctx, ...ports }) },
    databaseHooks: { session: { create: { before: async () => ({ data: { token: newToken() } }) } } },
  });
}

export type Library = ReturnType<typeof createLibrary>;

const isSession = (model: string) => model === 'session';

function hashedWhere(where: Where[]): Where[] {
  return where.map((one) => {
    if (one.field !== 'token') return one;
    const value = Array.isArray(one.value) ? one.value.map((token) => tokenHash(String(token))) : one.value;
    return { ...one, value: typeof value === 'string' ? tokenHash(value) : value };
  });
}

/** Returns the one token in a condition, in the browser's form. */
function tokenOf(where: Where[]): string | null {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : null;
}

/**
 * Returns a stored session as the library must see it: with the queried token instead of the hash.
 */
function withToken<R>(row: R, token: string | null): R {
  if (token !== null && typeof row === 'object' && row !== null && 'token' in row) Reflect.set(row, 'token', token);
  return row;
}

function hashed(adapter: DBTransactionAdapter): DBTransactionAdapter {
  const where = <Q extends { model: string; where: Where[] }>(query: Q): Q =>
    isSession(query.model) ? { ...query, where: hashedWhere(query.where) } : query;
  const queriedToken = ({ model, where: conditions }: { model: string; where: Where[] }) =>
    isSession(model) ? tokenOf(conditions) : null;
  return {
    ...adapter,
    async create(query) {
      const token: unknown = isSession(query.model) ? Reflect.get(query.data, 'token') : undefined;
      if (typeof token !== 'string') return adapter.create(query);
      return withToken(await adapter.create({ ...query, data: { ...query.data, token: tokenHash(token) } }), token);
    },
    findOne: async (query) => withToken(await adapter.findOne(where(query)), queriedToken(query)),
    findMany: (query) => adapter.findMany(query.where === undefined ? query : where({ ...query, where: query.where })),
    update: async (query) => withToken(await adapter.update(where(query)), queriedToken(query)),
    updateMany: (query) => adapter.updateMany(where(query)),
    delete: (query) => adapter.delete(where(query)),
    deleteMany: (query) => adapter.deleteMany(where(query)),
    consumeOne: (query) => adapter.consumeOne(where(query)),
  };
}

/**
 * Wraps the library's database so that session tokens are hashed at rest. A reader of the table
 * cannot sign in with its contents.
 */
function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...adapter, ...hashed(adapter), transaction: (work) => adapter.transaction((tx) => work(hashed(tx))) };
}

/** Name and secret of a cookie that a library signs with HMAC-SHA-256 as `<value>.<signature>`. */
type SignedCookie = { name: string; secret: string };

/** Returns the value of a signed cookie. Null if it is missing or signed with another secret. */
export function signedValue(headers: Headers, { name, secret }: SignedCookie): string | null {
  const whole = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  const end = whole.lastIndexOf('.');
  if (end < 1) return null;
  const value = whole.slice(0, end);
  const signature = Buffer.from(whole.slice(end + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : null;
}
