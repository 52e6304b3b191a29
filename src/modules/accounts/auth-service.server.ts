import { setTimeout as pause } from 'node:timers/promises';

import { createContext } from 'react-router';

import { inTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { isTeamRole, type Role } from '#shared/roles.ts';

import type { SendMail } from './accounts.emails.server.ts';
import { findUser, replaceRoles, updateSignedInAt } from './accounts.queries.server.ts';
import { findReset, ipHeader } from './auth-hooks.server.ts';
import { authPath, createLibrary, type AuthCtx, type Library } from './auth-library.server.ts';
import { deviceHeader, requestDevice } from './known-devices.server.ts';
import { appendSecurityEvent } from './security-log.server.ts';
import { endSession, upsertDevice } from './sessions.queries.server.ts';
import { readSession, sessionUser, signedInUser } from './sessions.server.ts';
import { createAccount, type NewUser as NewAccount } from './sign-up.server.ts';

export type AuthPorts = {
  limits: Limits;
  /** Enqueues a mail with a link for a user. */
  sendMail: SendMail;
  /** Hook after a sign-in, with the cart cookie that the browser had. */
  onSignIn(user: SignedInUser, guestToken: string | null): Promise<void>;
};

type Sender = Pick<Visitor, 'ip' | 'cartToken'>;

type NewUser = NewAccount & { role: Role };

export type Auth = ReturnType<typeof createAuth>;

/** Returns the library for the shop's address. It is created again when the address has changed. */
function createLibraryOfAddress(ctx: AuthCtx, ports: AuthPorts): () => Library {
  let address = ctx.settings.publicUrl;
  let library = createLibrary(ctx, ports);
  return () => {
    if (ctx.settings.publicUrl !== address) {
      address = ctx.settings.publicUrl;
      library = createLibrary(ctx, ports);
    }
    return library;
  };
}

/** Creates sign-in for this shop on better-auth: email and password, confirmed addresses only. */
export function createAuth(ctx: AuthCtx, ports: AuthPorts) {
  const library = createLibraryOfAddress(ctx, ports);
  /** Handles better-auth's own calls. The client address comes from the socket. */
  const handle = async (request: Request, { ip, cartToken }: Sender): Promise<Response> => {
    const startedMs = performance.now();
    const path = new URL(request.url).pathname.slice(authPath.length);
    const device = requestDevice(request.headers, ctx.settings.publicUrl);
    const headers = libraryHeaders(ctx, request, { ip, deviceHash: device.hash });
    const leaving = path === '/sign-out' ? await readSession(ctx, library(), request.headers) : null;
    const response = await library().handler(new Request(request, { headers }));
    const cookies = response.headers.getSetCookie();
    const user = await startSession(ctx, library(), { request, cookies, deviceHash: device.hash });
    if (user !== null) await ports.onSignIn(user, cartToken);
    const accountId = user?.id ?? leaving?.user.id;
    const kind = user === null ? 'signed_out' : 'signed_in';
    if (accountId !== undefined) await appendSecurityEvent(ctx, { kind, subject: path, accountId, ip });
    await hideDuration(path, startedMs, response.status);
    return withCookie(response, path === '/sign-out' ? null : device.cookie);
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
    sessionUser: (headers: Headers, path = '/') => sessionUser(ctx, library(), { headers, path }),
    isPassword: (userId: string, password: string) => isPassword(library(), userId, password),
    async opensWith(email: string, password: string) {
      const user = await findUser(ctx.db, email);
      return user !== null && isPassword(library(), user.id, password);
    },
    /** Minimum length of the password that a reset link sets. */
    resetMinLength: async (token: string) => {
      const { internalAdapter } = await library().$context;
      return (await findReset(ctx, internalAdapter, token)).minLength;
    },
    /**
     * Creates a confirmed user, or gives an existing one a role of the admin, and returns the id.
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

async function giveAccount(ctx: AuthCtx, user: NewUser) {
  const email = user.email.trim().toLowerCase();
  const createdId = await createAccount(ctx, { ...user, email });
  const id = createdId ?? (await findUser(ctx.db, email))?.id;
  if (id === undefined) throw new Error('the account has just been deleted');
  // Never takes a role away.
  const { role } = user;
  if (isTeamRole(role)) await inTransaction(ctx.db, (tx) => replaceRoles(tx, id, role));
  return { id, isNew: createdId !== null };
}

async function isPassword(auth: Library, userId: string, candidate: string): Promise<boolean> {
  const { internalAdapter, password } = await auth.$context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  return typeof hash === 'string' && password.verify({ hash, password: candidate });
}

/**
 * Returns the headers for the library. `origin` is the shop's own, because a write's origin has
 * already been checked.
 */
function libraryHeaders(ctx: AuthCtx, request: Request, from: { ip: string; deviceHash: string }): Headers {
  const { publicUrl } = ctx.settings;
  const headers = new Headers({ [ipHeader]: from.ip, [deviceHeader]: from.deviceHash, origin: publicUrl });
  for (const name of ['cookie', 'content-type', 'user-agent']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

type LibraryResponse = { request: Request; cookies: string[]; deviceHash: string };

/**
 * Runs after a response that may have started a session. Records this browser as known and ends the
 * browser's previous session. Returns the user, or null if no session was started.
 */
async function startSession(ctx: AuthCtx, auth: Library, response: LibraryResponse): Promise<SignedInUser | null> {
  const { request, cookies, deviceHash } = response;
  const cookieHeader = new Headers({ cookie: cookies.map((one) => one.split(';')[0]).join('; ') });
  const started = cookies.length === 0 ? null : await readSession(ctx, auth, cookieHeader);
  if (started === null) return null;
  await upsertDevice(ctx.db, { userId: started.user.id, tokenHash: deviceHash });
  await updateSignedInAt(ctx.db, started.user.id);
  const previous = await readSession(ctx, auth, request.headers);
  if (previous !== null && previous.session.id !== started.session.id) {
    await endSession(ctx.db, previous.user.id, previous.session.id);
  }
  return (await signedInUser(ctx, started, deviceHash)).user;
}

function withCookie({ status, headers, body }: Response, cookie: string | null): Response {
  const more = new Headers(headers);
  if (cookie !== null) more.append('set-cookie', cookie);
  return new Response(body, { status, headers: more });
}

/**
 * Responses that could disclose whether an account exists leave at multiples of this interval, in
 * ms.
 */
const responseStepMs = 250;

const alwaysHidden = new Set(['/sign-up/email', '/request-password-reset', '/send-verification-email']);

/** True when the duration of this response could disclose whether an account exists. */
function disclosesAccount(path: string, status: number): boolean {
  return alwaysHidden.has(path) || (path === '/sign-in/email' && status >= 400);
}

/** Delays such a response until the next multiple of `responseStepMs` since the call started. */
async function hideDuration(path: string, startedMs: number, status: number): Promise<void> {
  if (!disclosesAccount(path, status)) return;
  await pause(responseStepMs - ((performance.now() - startedMs) % responseStepMs));
}
