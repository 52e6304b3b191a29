import { AsyncLocalStorage } from 'node:async_hooks';

import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import * as repo from './repo.server.ts';
import { isCommonPassword, passwordMin, roleOf } from './rules.ts';
import { credentials, sessions, users, verifications } from './tables.server.ts';

export type AccountMailKind = 'verify_email' | 'reset_password';

export type AuthPorts = {
  limits: Limits;
  /** Owes a user a mail with a link. */
  sendMail(kind: AccountMailKind, user: { email: string; name: string }, url: string): Promise<void>;
};

const byAccount: Limit = { name: 'sign-in-account', points: 5, seconds: 900 };
const byIp: Limit = { name: 'sign-in-ip', points: 20, seconds: 900 };
const signUps: Limit = { name: 'sign-up-ip', points: 10, seconds: 3_600 };
const resets: Limit = { name: 'reset-address', points: 3, seconds: 900 };

const ipHeader = 'x-client-ip';

async function afterSignUp(db: Db, user: { id: string; name: string }): Promise<void> {
  const [firstName = '', ...rest] = user.name.split(' ');
  await repo.insertProfile(db, { id: user.id, firstName, lastName: rest.join(' '), displayName: firstName });
  await repo.insertRole(db, user.id, 'customer');
}

/** The points that a call costs: by address and, where a person is named, by that person. */
function costs(path: string, ip: string, email: string): [Limit, string][] {
  switch (path) {
    case '/sign-in/email':
      return [
        [byAccount, email],
        [byIp, ip],
      ];
    case '/sign-up/email':
      return [[signUps, ip]];
    case '/request-password-reset':
    case '/send-verification-email':
      return [
        [resets, email],
        [signUps, ip],
      ];
    default:
      return [];
  }
}

function textOf(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null || !(field in body)) return '';
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : '';
}

function guard(limits: Limits) {
  return createAuthMiddleware(async ({ path, headers, body }) => {
    const email = textOf(body, 'email').trim().toLowerCase();
    for (const [limit, key] of costs(path, headers?.get(ipHeader) ?? 'unknown', email)) {
      if (await limits.take(limit, key)) continue;
      throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many attempts. Please try again later.' });
    }
    const password = textOf(body, path === '/sign-up/email' ? 'password' : 'newPassword');
    if (isCommonPassword(password)) {
      throw new APIError('BAD_REQUEST', { message: 'This password is among the most common ones. Choose another.' });
    }
  });
}

type Owed = (() => Promise<void>)[];
const owedMails = new AsyncLocalStorage<Owed>();

/** Puts a mail off until the library's own transaction has ended: the embedded pool has one connection. */
function later(send: () => Promise<void>): void {
  owedMails.getStore()?.push(send);
}

function configure(ctx: Ctx, { limits, sendMail }: AuthPorts) {
  const { settings, db } = ctx;
  const isSecure = settings.publicUrl.startsWith('https:');
  return betterAuth({
    baseURL: settings.publicUrl,
    basePath: '/api/auth',
    secret: settings.sessionSecret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
      transaction: true,
    }),
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ipHeader] },
      // The library knows only the weaker `__Secure-`: the prefix that ties a cookie to this host is given by name.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-shop' : 'shop',
      defaultCookieAttributes: { secure: isSecure },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordMin,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url }) => later(() => sendMail('reset_password', user, url)),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => later(() => sendMail('verify_email', user, url)),
    },
    // Counted by the shop's own limits, which outlive a restart and are shared by all processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    session: { cookieCache: { enabled: false } },
    hooks: { before: guard(limits) },
    databaseHooks: { user: { create: { after: (user) => afterSignUp(db, user) } } },
  });
}

export type Auth = {
  /** Answers better-auth's own calls; `ip` is the client's, from the socket. */
  handle(request: Request, ip: string): Promise<Response>;
  /** Who is signed in with these headers' cookies, with the role that the shop gave. */
  sessionUser(headers: Headers): Promise<SignedInUser | null>;
  /** Makes a confirmed user or adds the role to one, and gives the id; a second time changes nothing. */
  createUser(user: NewUser): Promise<string>;
};

export type NewUser = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: repo.Role;
};

async function roleFrom(ctx: Ctx, userId: string): Promise<repo.Role> {
  try {
    return roleOf(await repo.listRoles(ctx.db, userId));
  } catch (error) {
    ctx.log.warn({ err: error }, 'role lookup failed, treated as customer');
    return 'customer';
  }
}

type Library = ReturnType<typeof configure>;

/**
 * Whoever registered an address without confirming it may not be its owner: that password and its sessions end here.
 * A confirmed owner keeps their own password.
 */
async function givePassword(auth: Library, userId: string, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await auth.$context;
  const hash = await passwords.hash(password);
  await internalAdapter.deleteUserSessions(userId);
  if ((await internalAdapter.findCredentialAccount(userId)) !== null) {
    await internalAdapter.updatePassword(userId, hash);
    return;
  }
  await internalAdapter.createAccount({ userId, accountId: userId, providerId: 'credential', password: hash });
}

async function createUser(ctx: Ctx, auth: Library, user: NewUser): Promise<string> {
  const { firstName, lastName, role } = user;
  const email = user.email.trim().toLowerCase();
  const known = await repo.findUser(ctx.db, email);
  if (known?.emailVerified !== true) {
    const { internalAdapter } = await auth.$context;
    const name = `${firstName} ${lastName}`;
    const id = known?.id ?? (await internalAdapter.createUser({ email, name }, { method: 'email-password' })).id;
    await givePassword(auth, id, user.password);
    await repo.updateToVerified(ctx.db, id);
    await repo.insertRole(ctx.db, id, role);
    return id;
  }
  await repo.insertRole(ctx.db, known.id, role);
  return known.id;
}

/** Sign-in for this shop, on better-auth: e-mail and password, verified addresses only. */
export function createAuth(ctx: Ctx, ports: AuthPorts): Auth {
  const auth = configure(ctx, ports);
  return {
    async handle(request, ip) {
      const headers = new Headers(request.headers);
      headers.set(ipHeader, ip);
      const owed: Owed = [];
      const answer = await owedMails.run(owed, () => auth.handler(new Request(request, { headers })));
      if (answer.status < 400) for (const send of owed) await send();
      return answer;
    },
    async sessionUser(headers) {
      const session = await auth.api.getSession({ headers });
      if (session === null) return null;
      const { id, email, emailVerified, name } = session.user;
      const confirmedAt = session.session.createdAt;
      return { id, email, emailVerified, name, confirmedAt, role: await roleFrom(ctx, id) };
    },
    createUser: (user) => createUser(ctx, auth, user),
  };
}

/** The profile of a user, or null. */
export function profileOf(db: Db, userId: string): Promise<repo.Profile | null> {
  return repo.findProfile(db, userId);
}
