import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { ipHeader } from './call-limits.server.ts';
import { evenOut } from './even-time.server.ts';
import { authPath, createLibrary, withMails, type AuthCtx, type Library, type SendMail } from './library.server.ts';
import * as repo from './repo.server.ts';
import { replaceRoles } from './roles/repo.server.ts';
import { roleOf } from './rules.ts';
import { endSession } from './sessions/service.server.ts';

export type { AccountMailKind } from './library.server.ts';

export type AuthPorts = {
  limits: Limits;
  /** Owes a user a mail with a link. */
  sendMail: SendMail;
  /** What else the shop does when somebody has just signed in, with the cart cookie that the browser had. */
  onSignIn(user: SignedInUser, guestToken: string | null): Promise<void>;
};

type Sender = Pick<Visitor, 'ip' | 'cartToken'>;

export type Auth = {
  /** Answers better-auth's own calls; where the sender came from is known from the socket. */
  handle(request: Request, sender: Sender): Promise<Response>;
  /** The same from a page's action: `path` as '/sign-in/email', with the cookies of the page's request. */
  call(path: string, body: Record<string, unknown>, request: Request, sender: Sender): Promise<Response>;
  /** Who is signed in with these headers' cookies, with the role that the shop gave. */
  sessionUser(headers: Headers): Promise<SignedInUser | null>;
  /** Whether this is the user's password. */
  isPassword(userId: string, password: string): Promise<boolean>;
  /** Makes a confirmed user, or a known one admin where asked, and gives the id; a second time changes nothing. */
  createUser(user: NewUser): Promise<string>;
  /** The same, and whether the password given is theirs now: a confirmed user keeps the one they chose. */
  giveAccount(user: NewUser): Promise<{ id: string; isNew: boolean }>;
};

export type NewUser = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: repo.Role;
};

async function roleFrom(ctx: AuthCtx, userId: string): Promise<repo.Role> {
  try {
    return roleOf(await repo.listRoles(ctx.db, userId));
  } catch (error) {
    ctx.log.warn({ err: error }, 'role lookup failed, treated as customer');
    return 'customer';
  }
}

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

/** Makes a customer admin; an admin stays one. */
async function promote(ctx: AuthCtx, userId: string, role: repo.Role): Promise<void> {
  if (role === 'admin') await inTransaction(ctx.db, (tx) => replaceRoles(tx, userId, role));
}

async function giveAccount(ctx: AuthCtx, auth: Library, user: NewUser): Promise<{ id: string; isNew: boolean }> {
  const { firstName, lastName, role } = user;
  const email = user.email.trim().toLowerCase();
  const known = await repo.findUser(ctx.db, email);
  if (known?.emailVerified === true) {
    await promote(ctx, known.id, role);
    return { id: known.id, isNew: false };
  }
  const { internalAdapter } = await auth.$context;
  const name = `${firstName} ${lastName}`.trim();
  const id = known?.id ?? (await internalAdapter.createUser({ email, name }, { method: 'email-password' })).id;
  await givePassword(auth, id, user.password);
  await repo.updateToVerified(ctx.db, id);
  await promote(ctx, id, role);
  return { id, isNew: true };
}

async function sessionUser(ctx: AuthCtx, auth: Library, headers: Headers): Promise<SignedInUser | null> {
  const found = await auth.api.getSession({ headers });
  if (found === null) return null;
  const { id, email, emailVerified, name, twoFactorEnabled } = found.user;
  const { id: sessionId, createdAt, confirmedAt } = found.session;
  const role = await roleFrom(ctx, id);
  const hasAuthenticator = twoFactorEnabled === true;
  return { id, email, emailVerified, name, role, sessionId, confirmedAt: confirmedAt ?? createdAt, hasAuthenticator };
}

async function isPassword(auth: Library, userId: string, given: string): Promise<boolean> {
  const { internalAdapter, password } = await auth.$context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  return typeof hash === 'string' && password.verify({ hash, password: given });
}

const cookieHeader = (cookies: string[]) => new Headers({ cookie: cookies.map((one) => one.split(';')[0]).join('; ') });

/** After an answer that began a session: what the shop does then, and the end of the session that this browser had. */
async function afterAnswer(
  ctx: AuthCtx,
  auth: Library,
  request: Request,
  cookies: string[],
): Promise<SignedInUser | null> {
  if (cookies.length === 0) return null;
  const user = await sessionUser(ctx, auth, cookieHeader(cookies));
  if (user === null) return null;
  const before = await sessionUser(ctx, auth, request.headers);
  if (before !== null && before.sessionId !== user.sessionId) await endSession(ctx.db, before.id, before.sessionId);
  return user;
}

/** A mail's link leaves whoever is signed in here who they are: it may be a stranger's, who would see what is bought from now on. */
async function withoutStranger(ctx: AuthCtx, auth: Library, request: Request, answer: Response): Promise<Response> {
  const before = await sessionUser(ctx, auth, request.headers);
  if (before === null) return answer;
  const after = await sessionUser(ctx, auth, cookieHeader(answer.headers.getSetCookie()));
  if (after === null || after.id === before.id) return answer;
  await endSession(ctx.db, after.id, after.sessionId);
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  return new Response(null, { status: answer.status, headers });
}

/** The headers that the library reads: a write was held to this shop's origin before it came here. */
function headersFor(ctx: AuthCtx, request: Request, ip: string): Headers {
  const headers = new Headers({ [ipHeader]: ip, origin: ctx.settings.publicUrl });
  for (const name of ['cookie', 'content-type', 'user-agent']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Sign-in for this shop, on better-auth: e-mail and password, verified addresses only. */
export function createAuth(ctx: AuthCtx, ports: AuthPorts): Auth {
  const auth = createLibrary(ctx, ports);
  const handle: Auth['handle'] = async (request, { ip, cartToken }) => {
    const begun = performance.now();
    const path = new URL(request.url).pathname.slice(authPath.length);
    const called = await withMails(() => auth.handler(new Request(request, { headers: headersFor(ctx, request, ip) })));
    const answer = path === '/verify-email' ? await withoutStranger(ctx, auth, request, called) : called;
    const user = await afterAnswer(ctx, auth, request, answer.headers.getSetCookie());
    if (user !== null) await ports.onSignIn(user, cartToken);
    await evenOut(path, begun, answer.status);
    return answer;
  };
  return {
    handle,
    call(path, body, request, sender) {
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      const url = `${ctx.settings.publicUrl}${authPath}${path}`;
      return handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }), sender);
    },
    sessionUser: (headers) => sessionUser(ctx, auth, headers),
    isPassword: (userId, password) => isPassword(auth, userId, password),
    createUser: async (user) => (await giveAccount(ctx, auth, user)).id,
    giveAccount: (user) => giveAccount(ctx, auth, user),
  };
}

/** The profile of a user, or null. */
export function profileOf(db: Db, userId: string): Promise<repo.Profile | null> {
  return repo.findProfile(db, userId);
}
