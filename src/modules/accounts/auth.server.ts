import { setTimeout as pause } from 'node:timers/promises';

import { createContext } from 'react-router';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';

import { appendSecurityEvent } from './security-log.server.ts';
import type { SendMail } from './accounts.emails.server.ts';
import { ipHeader } from './auth-hooks.server.ts';
import { deviceHashOf, deviceHeader, deviceOf, upsertSeen } from './known-devices.server.ts';
import { authPath, createLibrary, withMails, type AuthCtx, type Library, signedValue } from './better-auth.server.ts';
import * as repo from './accounts.queries.server.ts';
import { replaceRoles } from './roles.server.ts';
import { mustSecure, roleOf, securityNeeds } from './account.ts';
import { useOfSession } from './sessions.ts';
import { endSession, findSession, touchSession, type FoundSession } from './sessions.server.ts';
import { createAccount, type NewUser as NewAccount } from './sign-up.server.ts';

export { findProfile as profileOf } from './accounts.queries.server.ts';

export type AuthPorts = {
  limits: Limits;
  /** Enqueues a mail with a link for a user. */
  sendMail: SendMail;
  /** Hook after a sign-in, with the cart cookie that the browser had. */
  onSignIn(user: SignedInUser, guestToken: string | null): Promise<void>;
};

type Sender = Pick<Visitor, 'ip' | 'cartToken'>;

export type Auth = ReturnType<typeof createAuth>;

type NewUser = NewAccount & { role: repo.Role };

async function giveAccount(ctx: AuthCtx, user: NewUser) {
  const email = user.email.trim().toLowerCase();
  const made = await createAccount(ctx, { ...user, email });
  const id = made ?? (await repo.findUser(ctx.db, email))?.id;
  if (id === undefined) throw new Error('the account has just been deleted');
  // Makes a customer admin; no-op for an admin.
  if (user.role === 'admin') await inTransaction(ctx.db, (tx) => replaceRoles(tx, id, 'admin'));
  return { id, isNew: made !== null };
}

/** `isAdmin` is the granted role, even while its rights are suspended. */
type Rights = Pick<SignedInUser, 'role' | 'emailVerified' | 'securityNeeds'> & { isAdmin: boolean };

/**
 * Returns a user's rights in this browser. Falls back to a customer without rights if they cannot
 * be read.
 */
async function rightsOf(
  ctx: AuthCtx,
  user: { id: string; hasAuthenticator: boolean },
  deviceHash: string,
): Promise<Rights> {
  try {
    const rows = await repo.listRights(ctx.db, user.id, deviceHash);
    const [row] = rows;
    const role = roleOf(rows.flatMap((one) => one.role ?? []));
    const isAdmin = role === 'admin';
    const needs = securityNeeds({
      mustSecure: mustSecure(ctx.settings, { isRequired: row?.mustSecure === true, role }),
      isStaffGrade: row?.isStaffGrade === true,
      hasAuthenticator: user.hasAuthenticator,
    });
    const emailVerified = (row?.addressConfirmedAt ?? null) !== null;
    return { role: needs.length === 0 ? role : 'customer', emailVerified, securityNeeds: needs, isAdmin };
  } catch (error) {
    ctx.log.warn({ err: error }, 'role lookup failed, treated as customer');
    return { role: 'customer', emailVerified: false, isAdmin: false };
  }
}

/**
 * Returns the session of these cookies in one statement, because every signed-in request needs it.
 * The library's own call sends two statements and verifies signatures in other threads.
 */
async function foundSession(ctx: AuthCtx, auth: Library, headers: Headers): Promise<FoundSession | null> {
  const { authCookies, secret } = await auth.$context;
  const token = signedValue(headers, { name: authCookies.sessionToken.name, secret });
  return token === null ? null : findSession(ctx.db, tokenHash(token));
}

type Opened = { user: SignedInUser; isAdmin: boolean };

async function signedInUser(ctx: AuthCtx, found: FoundSession, deviceHash: string): Promise<Opened> {
  const { id, email, name, twoFactorEnabled } = found.user;
  const { id: sessionId, confirmedAt } = found.session;
  const hasAuthenticator = twoFactorEnabled;
  const { isAdmin, ...rights } = await rightsOf(ctx, { id, hasAuthenticator }, deviceHash);
  return { user: { id, email, name, sessionId, confirmedAt, hasAuthenticator, ...rights }, isAdmin };
}

/**
 * Ends an admin session that was idle too long, and records activity of any other. Returns false if
 * it ended.
 */
async function isInUse(ctx: AuthCtx, { user, session }: FoundSession, path: string): Promise<boolean> {
  const { adminIdleMinutes: idleMinutes } = ctx.settings;
  const use = useOfSession({ path, idleSeconds: session.idleSeconds, idleMinutes });
  if (use === 'end') {
    await endSession(ctx.db, user.id, session.id);
    await appendSecurityEvent(ctx, {
      kind: 'signed_out',
      subject: `idle for ${idleMinutes} minutes`,
      accountId: user.id,
    });
    return false;
  }
  try {
    if (use === 'touch') await touchSession(ctx.db, session.id);
  } catch (error) {
    // A read-only database must not prevent reading.
    ctx.log.warn({ err: error }, 'the use of a session could not be recorded');
  }
  return true;
}

type SessionCall = { headers: Headers; path: string };

async function sessionUser(ctx: AuthCtx, auth: Library, { headers, path }: SessionCall): Promise<SignedInUser | null> {
  const found = await foundSession(ctx, auth, headers);
  if (found === null) return null;
  const { user, isAdmin } = await signedInUser(ctx, found, deviceHashOf(headers, ctx.settings.publicUrl));
  return !isAdmin || (await isInUse(ctx, found, path)) ? user : null;
}

async function isPassword(auth: Library, userId: string, candidate: string): Promise<boolean> {
  const { internalAdapter, password } = await auth.$context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  return typeof hash === 'string' && password.verify({ hash, password: candidate });
}

const cookieHeader = (cookies: string[]) => new Headers({ cookie: cookies.map((one) => one.split(';')[0]).join('; ') });

type Answered = { request: Request; cookies: string[]; deviceHash: string };

/**
 * Runs after a response that started a session: records this browser as known and ends the
 * browser's previous session.
 */
async function afterAnswer(ctx: AuthCtx, auth: Library, answered: Answered): Promise<SignedInUser | null> {
  const { request, cookies, deviceHash } = answered;
  const found = cookies.length === 0 ? null : await foundSession(ctx, auth, cookieHeader(cookies));
  if (found === null) return null;
  await upsertSeen(ctx.db, { userId: found.user.id, tokenHash: deviceHash });
  const before = await foundSession(ctx, auth, request.headers);
  if (before !== null && before.session.id !== found.session.id) {
    await endSession(ctx.db, before.user.id, before.session.id);
  }
  return (await signedInUser(ctx, found, deviceHash)).user;
}

/**
 * Returns the headers for the library. `origin` is the shop's own, because a write's origin has
 * already been checked.
 */
function headersFor(ctx: AuthCtx, request: Request, from: { ip: string; deviceHash: string }): Headers {
  const { publicUrl } = ctx.settings;
  const headers = new Headers({ [ipHeader]: from.ip, [deviceHeader]: from.deviceHash, origin: publicUrl });
  for (const name of ['cookie', 'content-type', 'user-agent']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

function withCookie({ status, headers, body }: Response, cookie: string | null): Response {
  const more = new Headers(headers);
  if (cookie !== null) more.append('set-cookie', cookie);
  return new Response(body, { status, headers: more });
}

/** Creates sign-in for this shop on better-auth: e-mail and password, confirmed addresses only. */
export function createAuth(ctx: AuthCtx, ports: AuthPorts) {
  const auth = createLibrary(ctx, ports);
  /** Handles better-auth's own calls. The client address comes from the socket. */
  const handle = async (request: Request, { ip, cartToken }: Sender): Promise<Response> => {
    const begun = performance.now();
    const path = new URL(request.url).pathname.slice(authPath.length);
    const device = deviceOf(request.headers, ctx.settings.publicUrl);
    const headers = headersFor(ctx, request, { ip, deviceHash: device.hash });
    const leaving = path === '/sign-out' ? await foundSession(ctx, auth, request.headers) : null;
    const answer = await withMails(() => auth.handler(new Request(request, { headers })));
    const answered = { request, cookies: answer.headers.getSetCookie(), deviceHash: device.hash };
    const user = await afterAnswer(ctx, auth, answered);
    if (user !== null) await ports.onSignIn(user, cartToken);
    const accountId = user?.id ?? leaving?.user.id;
    const kind = user === null ? 'signed_out' : 'signed_in';
    if (accountId !== undefined) await appendSecurityEvent(ctx, { kind, subject: path, accountId, ip });
    await evenOut(path, begun, answer.status);
    return withCookie(answer, path === '/sign-out' ? null : device.cookie);
  };
  return {
    handle,
    /**
     * Makes the same call from a page's action. `path` is for example '/sign-in/email'; the cookies
     * are those of the page's request.
     */
    call(path: string, body: Record<string, unknown>, { request, visitor }: { request: Request; visitor: Sender }) {
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      const url = `${ctx.settings.publicUrl}${authPath}${path}`;
      return handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }), visitor);
    },
    /** Returns the user signed in with these cookies and their role, for a request at `path`. */
    sessionUser: (headers: Headers, path = '/') => sessionUser(ctx, auth, { headers, path }),
    isPassword: (userId: string, password: string) => isPassword(auth, userId, password),
    async opensWith(email: string, password: string) {
      const user = await repo.findUser(ctx.db, email);
      return user !== null && isPassword(auth, user.id, password);
    },
    /**
     * Creates a confirmed user, or makes an existing one admin on request, and returns the id.
     * Idempotent.
     */
    createUser: async (user: NewUser) => (await giveAccount(ctx, user)).id,
    /** Does the same and returns whether the password was set. A confirmed user keeps their own. */
    giveAccount: (user: NewUser) => giveAccount(ctx, user),
  };
}

/** Sign-in for the actions of pages. */
export const pageAuth = createContext<Auth>();

/** User of a page for customers or admins. On other pages it is unset, and reading it throws. */
export const pageUser = createContext<SignedInUser>();

/** Sender of a page's form, and the headers of the page's response. */
export type PageCaller = { auth: Auth; request: Request; visitor: Visitor; headers: Headers };

/** Makes a library call for a page. The cookies of its response go to the browser. */
export async function callLibrary(caller: PageCaller, path: string, body: Record<string, unknown>): Promise<Response> {
  const response = await caller.auth.call(path, body, caller);
  for (const cookie of response.headers.getSetCookie()) caller.headers.append('set-cookie', cookie);
  return response;
}

/**
 * Responses that could disclose whether an account exists leave at multiples of this interval, in
 * ms.
 */
const evenMs = 250;

const always = new Set(['/sign-up/email', '/request-password-reset', '/send-verification-email']);

/** True when the duration of this response could disclose whether an account exists. */
function tells(path: string, status: number): boolean {
  return always.has(path) || (path === '/sign-in/email' && status >= 400);
}

/** Delays such a response until the next multiple of `evenMs` since the call started. */
export async function evenOut(path: string, begunMs: number, status: number): Promise<void> {
  if (tells(path, status)) await pause(evenMs - ((performance.now() - begunMs) % evenMs));
}
