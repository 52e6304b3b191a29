import { AsyncLocalStorage } from 'node:async_hooks';

import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { twoFactor } from 'better-auth/plugins/two-factor';

import { site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { newToken } from '#platform/session/token.server.ts';

import { beforeCalls, ipHeader, textOf } from './call-limits.server.ts';
import { withHashedTokens } from './hashed-tokens.server.ts';
import * as repo from './repo.server.ts';
import { passwordMax } from './rules.ts';
import { credentials, sessions, twoFactors, users, verifications } from './tables.server.ts';

/** What sign-in needs of the process. */
export type AuthCtx = Pick<Ctx, 'db' | 'settings' | 'log'>;

export const authPath = '/api/auth';

export type AccountMailKind = 'verify_email' | 'reset_password';

type MailedUser = { id: string; email: string; name: string };
export type SendMail = (kind: AccountMailKind, user: MailedUser, url: string) => Promise<void>;

/** First and last name as they were given, or as the full name begins and goes on. */
function namesOf(name: string, body: unknown): { firstName: string; lastName: string } {
  const [first = '', ...rest] = name.split(' ');
  const given = (field: string) => textOf(body, field).trim().slice(0, 100);
  return { firstName: given('firstName') || first, lastName: given('lastName') || rest.join(' ') };
}

async function afterSignUp(db: Db, user: { id: string; name: string }, body: unknown): Promise<void> {
  const names = namesOf(user.name, body);
  await repo.insertProfile(db, { id: user.id, ...names, displayName: names.firstName });
  await repo.insertRole(db, user.id, 'customer');
}

type Owed = (() => Promise<void>)[];
const owedMails = new AsyncLocalStorage<Owed>();

/** Puts a mail off until the library's own transaction has ended: the embedded pool has one connection. */
function later(send: () => Promise<void>): void {
  owedMails.getStore()?.push(send);
}

/** Runs a call of the library and sends, once it went well, the mails that it owes. */
export async function withMails(call: () => Promise<Response>): Promise<Response> {
  const owed: Owed = [];
  const answer = await owedMails.run(owed, call);
  if (answer.status < 400) for (const send of owed) await send();
  return answer;
}

/** Cookies of this shop: tied to its host where it is served over TLS. */
function cookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  return {
    // The library knows only the weaker `__Secure-`: the prefix that ties a cookie to this host is given by name.
    useSecureCookies: false,
    cookiePrefix: isSecure ? '__Host-shop' : 'shop',
    defaultCookieAttributes: { secure: isSecure },
  };
}

type Ports = { limits: Limits; sendMail: SendMail };

const day = 24 * 60 * 60;

function passwords({ sendMail }: Ports, minPasswordLength: number) {
  return {
    enabled: true,
    minPasswordLength,
    maxPasswordLength: passwordMax,
    requireEmailVerification: true,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, url }: { user: MailedUser; url: string }) =>
      later(() => sendMail('reset_password', user, url)),
  };
}

function confirmation({ sendMail }: Ports) {
  return {
    sendOnSignUp: true,
    autoSignInAfterVerification: true,
    expiresIn: day,
    sendVerificationEmail: async ({ user, url }: { user: MailedUser; url: string }) =>
      later(() => sendMail('verify_email', user, `${url}&for=${user.id}`)),
  };
}

const authenticator = () =>
  twoFactor({ issuer: site.name, totpOptions: { digits: 6, period: 30 }, twoFactorCookieMaxAge: 600 });

const schema = {
  user: users,
  session: sessions,
  account: credentials,
  verification: verifications,
  twoFactor: twoFactors,
};

/** better-auth as this shop uses it: e-mail and password, and a code where an authenticator is on. */
export function createLibrary(ctx: AuthCtx, ports: Ports) {
  const { settings, db } = ctx;
  const adapter = drizzleAdapter(db, { provider: 'pg', schema, transaction: true });
  return betterAuth({
    appName: site.name,
    baseURL: settings.publicUrl,
    basePath: authPath,
    secret: settings.sessionSecret,
    database: (options: BetterAuthOptions) => withHashedTokens(adapter(options)),
    advanced: {
      database: { generateId: 'uuid' },
      // Where links lead is checked whatever the process is called: without a word the library trusts test runs.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ipHeader] },
      ...cookies(settings.publicUrl),
    },
    emailAndPassword: passwords(ports, settings.passwordMin),
    emailVerification: confirmation(ports),
    verification: { storeIdentifier: 'hashed' },
    plugins: [authenticator()],
    // Counted by the shop's own limits, which outlive a restart and are shared by all processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    session: {
      cookieCache: { enabled: false },
      // A session lasts as long as its cookie: seven days from sign-in. Looking at it writes nothing.
      disableSessionRefresh: true,
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
    },
    hooks: { before: beforeCalls(ctx, ports.limits) },
    databaseHooks: {
      user: {
        create: {
          // The library takes a picture's address with a sign-up; the shop shows none.
          before: async (user) => ({ data: { ...user, image: null } }),
          after: (user, context) => afterSignUp(db, user, context?.body),
        },
      },
      session: { create: { before: async () => ({ data: { token: newToken() } }) } },
    },
  });
}

export type Library = ReturnType<typeof createLibrary>;
