import { isTeamRole, teamRoles, type Role } from '#shared/roles.ts';

/**
 * Returns the role of a user. The one with most rights wins if there are several; without a row the
 * user is a customer.
 */
export function roleOf(roles: readonly Role[]): Role {
  return teamRoles.find((role) => roles.includes(role)) ?? 'customer';
}

export const passwordMax = 128;
const staffMin = 12;

/**
 * Minimum length of a new password, in characters. `setting` is the minimum for customers.
 * People with a role in the admin need more.
 */
export function minPasswordLength(role: Role, setting: number): number {
  return isTeamRole(role) ? Math.max(staffMin, setting) : setting;
}

export function isStaffLength(password: string): boolean {
  return password.length >= staffMin;
}

export type SecurityNeed = 'password' | 'authenticator';

type Security = { requiresSecondFactor: boolean; meetsStaffPolicy: boolean; hasAuthenticator: boolean };

type Requirement = { isRequired: boolean; role: Role };

/**
 * True when rights require a second factor. Applies to users for whom an admin requires one, and to
 * everyone with a role in the admin of a live shop, including the first admin.
 */
export function requiresSecondFactor(
  settings: { shopMode: 'demo' | 'live' },
  { isRequired, role }: Requirement,
): boolean {
  return isRequired || (isTeamRole(role) && settings.shopMode === 'live');
}

/**
 * Returns the steps required before granted rights take effect. Empty if a second factor is not
 * required.
 */
export function missingSecuritySteps({
  requiresSecondFactor,
  meetsStaffPolicy,
  hasAuthenticator,
}: Security): SecurityNeed[] {
  if (!requiresSecondFactor) return [];
  const missing: [SecurityNeed, boolean][] = [
    ['password', !meetsStaffPolicy],
    ['authenticator', !hasAuthenticator],
  ];
  return missing.filter(([, isMissing]) => isMissing).map(([need]) => need);
}

/** Time that a password confirmation counts for refunds and roles, in minutes. */
const confirmationMinutes = 15;

/** True when a password confirmed at `at` still counts at `now`. */
export function isConfirmationFresh(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < confirmationMinutes * 60_000;
}
