import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { isTeamRole } from '#shared/roles.ts';

import { requiresSecondFactor, roleOf, missingSecuritySteps } from './account.ts';
import { listRights } from './accounts.queries.server.ts';
import { signedValue, type AuthCtx, type Library } from './auth-library.server.ts';
import { deviceHashOf } from './known-devices.server.ts';
import { appendSecurityEvent } from './security-log.server.ts';
import {
  deleteOtherSessions,
  endSession,
  findSession,
  listOpenSessions,
  touchSession,
  updateConfirmedAt,
  type FoundSession,
} from './sessions.queries.server.ts';
import { deviceName, sessionActivity } from './sessions.ts';

/**
 * Returns the session of these cookies in one statement, because every signed-in request needs it.
 * The library's own call sends two statements and verifies signatures in other threads.
 */
export async function readSession(ctx: AuthCtx, auth: Library, headers: Headers): Promise<FoundSession | null> {
  const { authCookies, secret } = await auth.$context;
  const token = signedValue(headers, { name: authCookies.sessionToken.name, secret });
  return token === null ? null : findSession(ctx.db, tokenHash(token));
}

type SessionCall = { headers: Headers; path: string };

/** Returns the user signed in with these cookies, for a request at `path`, or null. */
export async function sessionUser(
  ctx: AuthCtx,
  auth: Library,
  { headers, path }: SessionCall,
): Promise<SignedInUser | null> {
  const found = await readSession(ctx, auth, headers);
  if (found === null) return null;
  const { user, isTeam } = await signedInUser(ctx, found, deviceHashOf(headers, ctx.settings.publicUrl));
  return !isTeam || (await isInUse(ctx, found, path)) ? user : null;
}

/** `isTeam`: a role in the admin is granted, even while its rights are suspended. */
type Rights = Pick<SignedInUser, 'role' | 'emailVerified' | 'securityNeeds'> & { isTeam: boolean };

/** Returns the user of a session with the rights in this browser. */
export async function signedInUser(
  ctx: AuthCtx,
  { user, session }: FoundSession,
  deviceHash: string,
): Promise<{ user: SignedInUser; isTeam: boolean }> {
  const { id, email, name, twoFactorEnabled } = user;
  const { id: sessionId, confirmedAt } = session;
  const hasAuthenticator = twoFactorEnabled;
  const { isTeam, ...rights } = await readRights(ctx, { id, hasAuthenticator }, deviceHash);
  return { user: { id, email, name, sessionId, confirmedAt, hasAuthenticator, ...rights }, isTeam };
}

/**
 * Returns a user's rights in this browser. Falls back to a customer without rights if they cannot
 * be read.
 */
async function readRights(
  ctx: AuthCtx,
  user: { id: string; hasAuthenticator: boolean },
  deviceHash: string,
): Promise<Rights> {
  try {
    const rows = await listRights(ctx.db, user.id, deviceHash);
    const [row] = rows;
    const role = roleOf(rows.flatMap((one) => one.role ?? []));
    const needs = missingSecuritySteps({
      requiresSecondFactor: requiresSecondFactor(ctx.settings, {
        isRequired: row?.requiresSecondFactor === true,
        role,
      }),
      meetsStaffPolicy: row?.meetsStaffPolicy === true,
      hasAuthenticator: user.hasAuthenticator,
    });
    const emailVerified = (row?.addressConfirmedAt ?? null) !== null;
    return {
      role: needs.length === 0 ? role : 'customer',
      emailVerified,
      securityNeeds: needs,
      isTeam: isTeamRole(role),
    };
  } catch (error) {
    ctx.log.warn({ err: error }, 'role lookup failed, treated as customer');
    return { role: 'customer', emailVerified: false, isTeam: false };
  }
}

/**
 * Ends a session of the admin that was idle too long, and records activity of any other.
 * Returns false if it ended.
 */
async function isInUse(ctx: AuthCtx, { user, session }: FoundSession, path: string): Promise<boolean> {
  const { adminIdleMinutes: idleMinutes } = ctx.settings;
  const use = sessionActivity({ path, idleSeconds: session.idleSeconds, idleMinutes });
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

/** Returns a user's open sessions: this one first, then the newest. */
export async function openSessions({ db, now }: Pick<Ctx, 'db' | 'now'>, user: SignedInUser) {
  const rows = await listOpenSessions(db, user.id, now());
  const open = rows.map(({ id, userAgent, ipAddress, createdAt }) => ({
    id,
    device: deviceName(userAgent),
    address: ipAddress === '' ? null : ipAddress,
    since: createdAt,
    isThis: id === user.sessionId,
  }));
  return open.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Ends all other sessions of this user. Returns false if there was none. */
export function endOtherSessions(db: Db, { id, sessionId }: SignedInUser): Promise<boolean> {
  return deleteOtherSessions(db, id, sessionId);
}

/** Records that the user of this session has just proven the password. */
export function renewConfirmation({ db, now }: Pick<Ctx, 'db' | 'now'>, user: SignedInUser): Promise<void> {
  return updateConfirmedAt(db, user.sessionId, now());
}
