import { redirect } from 'react-router';

import { HttpError } from '#platform/http/errors.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import { pagePath } from '#shared/page-path.ts';

import { confirmationHolds, pageOfFile } from './account.ts';

/** The signed-in person who asks for a page; sends a guest to sign in and back. */
export function customerOrSignIn({ user }: Visitor, request: Request): SignedInUser {
  if (user !== null) return user;
  const back = pageOfFile(pagePath(new URL(request.url).pathname));
  throw redirect(`/auth?next=${encodeURIComponent(back)}`);
}

const securityPage = '/account/security';

const hasSecurityNeeds = ({ securityNeeds = [] }: SignedInUser) => securityNeeds.length > 0;

/** Leads whoever must secure the account first to where that is done. */
export function assertSecured({ user }: Visitor, request: Request): void {
  if (user === null || !hasSecurityNeeds(user)) return;
  if (!new URL(request.url).pathname.startsWith(securityPage)) throw redirect(securityPage);
}

/** The admin who asks for a page; sends everyone else to sign in. */
export function adminOrSignIn(visitor: Visitor, request: Request): SignedInUser {
  const user = customerOrSignIn(visitor, request);
  if (user.role !== 'admin') throw redirect(hasSecurityNeeds(user) ? securityPage : '/auth');
  return user;
}

const signInFirst = 'Please sign in first.';

/** The signed-in person of a call; refuses a guest. */
export function customerOf({ user }: Visitor): SignedInUser {
  if (user === null) throw new HttpError(401, 'signed_out', signInFirst);
  return user;
}

/** A guest at an admin's call, who is told to sign in like any guest. */
class GuestAtAdminCall extends HttpError {
  /** The code under which the security log records it. */
  readonly recordedAs = 'not_admin';
}

/** The admin of a call; refuses everyone else. */
export function adminOf({ user }: Visitor): SignedInUser {
  if (user === null) throw new GuestAtAdminCall(401, 'signed_out', signInFirst);
  if (user.role !== 'admin') throw new HttpError(403, 'not_admin', 'Only an admin may do this.');
  return user;
}

const confirmFirst = 'Please confirm your password to continue.';

/** Refuses what moves money or power when the password was proven too long ago. */
export function assertConfirmed(user: SignedInUser, now: Date): void {
  if (confirmationHolds(user.confirmedAt, now)) return;
  throw new HttpError(403, 'confirm_password', confirmFirst);
}
