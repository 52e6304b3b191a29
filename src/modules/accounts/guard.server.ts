import { redirect } from 'react-router';

import { HttpError } from '#platform/http/http-error.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import { pagePath } from '#shared/page-path.ts';
import { isTeamRole, type TeamRole } from '#shared/roles.ts';

import { isConfirmationFresh } from './account.ts';
import { pageOfFile } from './sign-in.ts';

// Pages redirect visitors without the needed rights (`…OrSignIn`); calls answer 401 or 403.

/** Returns the signed-in user of a page request. Redirects a guest to sign in and back. */
export function customerOrSignIn({ user }: Visitor, request: Request): SignedInUser {
  if (user !== null) return user;
  const back = pageOfFile(pagePath(new URL(request.url).pathname));
  throw redirect(`/auth?next=${encodeURIComponent(back)}`);
}

const securityPage = '/account/security';

const hasSecurityNeeds = ({ securityNeeds = [] }: SignedInUser) => securityNeeds.length > 0;

/** Redirects users who must secure their account first to the page for that. */
export function assertSecured({ user }: Visitor, request: Request): void {
  if (user === null || !hasSecurityNeeds(user)) return;
  if (!new URL(request.url).pathname.startsWith(securityPage)) throw redirect(securityPage);
}

/**
 * Returns the user of a request for a page of the admin. Redirects everyone without a role there to
 * sign in.
 */
export function teamOrSignIn(visitor: Visitor, request: Request): SignedInUser {
  const user = customerOrSignIn(visitor, request);
  if (!isTeamRole(user.role)) throw redirect(hasSecurityNeeds(user) ? securityPage : '/auth');
  return user;
}

/** Message for a person whose role does not include what they tried. */
export const notYourRole = 'Your role doesn’t allow this. Ask an admin for access.';

const signInFirst = 'Please sign in first.';

/** Returns the signed-in user of a call. Refuses a guest. */
export function customerOf({ user }: Visitor): SignedInUser {
  if (user === null) throw new HttpError(401, 'signed_out', signInFirst);
  return user;
}

/** Refusal of a guest at an admin call, with the same message as any guest gets. */
class GuestAtAdminCall extends HttpError {
  /** Code under which the security log records it. */
  readonly recordedAs = 'not_admin';
}

/** Refuses the caller of an admin call whose role is not one of these. */
export function assertRole({ user }: Visitor, roles: readonly TeamRole[]): void {
  if (user === null) throw new GuestAtAdminCall(401, 'signed_out', signInFirst);
  if (roles.some((role) => role === user.role)) return;
  throw new HttpError(403, 'not_admin', isTeamRole(user.role) ? notYourRole : 'Only admins can do this.');
}

const confirmFirst = 'Confirm your password to continue.';

/** Refuses an action on money or permissions if the last password confirmation is too old. */
export function assertConfirmed(user: SignedInUser, now: Date): void {
  if (isConfirmationFresh(user.confirmedAt, now)) return;
  throw new HttpError(403, 'confirm_password', confirmFirst);
}
