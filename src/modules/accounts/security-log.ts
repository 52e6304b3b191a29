import { pagePath } from '#shared/page-path.ts';
import type { Role } from '#shared/roles.ts';

export const securityKinds = [
  'signed_in',
  'signed_out',
  'sign_in_failed',
  'reset_requested',
  'reset_refused',
  'password_reset',
  'limit_reached',
  'origin_refused',
  'key_refused',
  'signature_refused',
  'admin_refused',
  'order_link_refused',
  'order_refused',
  'exported',
  'role_changed',
  'second_factor_reset',
  'invited',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/**
 * One event. `subject` is the limit, the path, the refused form or the new role.
 * `account` is a typed email address,
 * of which only a keyed hash is stored. `ip` is stored as its wider network, or in full for a
 * failed sign-in.
 */
export type SecurityEvent = {
  kind: SecurityKind;
  subject: string;
  accountId?: string | null;
  account?: string;
  ip?: string;
};

/** Minimum age of events before deletion, in days. The table's trigger refuses earlier deletion. */
export const securityDays = 30;

/**
 * Maximum events of one kind, subject, account and network stored per hour, so that a flood cannot
 * fill the disk.
 */
export const maxEventsPerHour = 100;

/** Maximum length of a stored subject. */
export const maxSubjectLength = 100;

/** Returns the area of a refusal: the first parts of its path, which hold no token of a link. */
export function pathArea(path: string): string {
  const [, first = '', second] = pagePath(path).split('/');
  return second !== undefined && (first === 'api' || first === 'admin') ? `/${first}/${second}` : `/${first}`;
}

/** Event kind of a refused request by its error code. Ordinary refusals have none. */
const kindOfCode: Record<string, SecurityKind> = {
  cross_site: 'origin_refused',
  unknown_key: 'key_refused',
  bad_signature: 'signature_refused',
  not_admin: 'admin_refused',
};

/** `code` is empty for a response without an error. */
type AnsweredRequest = { path: string; status: number; code: string; role: Role | null };

const ownOrder = /^\/(account\/orders\/.+|returns\/.+|api\/request-return)$/i;

/** Returns the event kind of an answered request, or null. */
export function kindOfRequest({ path, status, code, role }: AnsweredRequest): SecurityKind | null {
  const page = pagePath(path);
  // A failed password or code of a signed-in user. The accounts module records sign-ins themselves.
  if (status === 422 && /^\/(api\/auth-confirm|account\/security)$/.test(page)) return 'sign_in_failed';
  if (/^\/admin(\/|$)/i.test(page) && (role === null || role === 'customer')) return 'admin_refused';
  if (status === 404 && ownOrder.test(page)) return 'order_refused';
  return kindOfCode[code] ?? null;
}

/**
 * Returns the event kind of an answered library call, or null. Started sessions are recorded
 * elsewhere.
 */
export function kindOfAuthCall(path: string, status: number): SecurityKind | null {
  const isRefused = status >= 400;
  switch (path) {
    case '/sign-in/email':
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return status === 401 ? 'sign_in_failed' : null;
    case '/request-password-reset':
      return isRefused ? 'reset_refused' : 'reset_requested';
    case '/reset-password':
      return isRefused ? 'reset_refused' : 'password_reset';
    default:
      return null;
  }
}
