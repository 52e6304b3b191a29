import { pagePath } from '#shared/page-path.ts';

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
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/**
 * One event: `subject` is the limit, the path or the new role. `account` is an e-mail address that was typed; only its keyed
 * hash is stored. `ip` is stored as its wider network, and whole for a failed sign-in.
 */
export type SecurityEvent = {
  kind: SecurityKind;
  subject: string;
  accountId?: string | null;
  account?: string;
  ip?: string;
};

/** Days after which events may be deleted. The table's trigger refuses it earlier. */
export const securityDays = 30;

/** Events of one kind, place, account and network that are stored an hour: a flood must not fill the disk. */
export const maxAnHour = 100;

const subjectLength = 100;

/** Where something was refused: the first parts of a path, which carry no token of a link. */
export function areaOf(path: string): string {
  const [, first = '', second] = pagePath(path).split('/');
  return second !== undefined && (first === 'api' || first === 'admin') ? `/${first}/${second}` : `/${first}`;
}

export function subjectOf(subject: string): string {
  return subject.slice(0, subjectLength);
}

/** What a request's refusal is an event of, by the code that refused it; null for an ordinary refusal. */
const kindOfCode: Record<string, SecurityKind> = {
  cross_site: 'origin_refused',
  unknown_key: 'key_refused',
  bad_signature: 'signature_refused',
  not_admin: 'admin_refused',
};

/** An empty `code` is that of an answer without an error. */
type Answered = { path: string; status: number; code: string; role: 'admin' | 'customer' | null };

/** Files that carry data of people or sales out of the shop. */
const exported = /^\/(admin\/[a-z]+\.csv|account\/my-data\.json)$/i;
const ownOrder = /^\/(account\/orders\/.+|api\/request-return)$/i;

/** The kind of event that an answered request is, or null. */
export function kindOf({ path, status, code, role }: Answered): SecurityKind | null {
  const page = pagePath(path);
  // A password or code of a person who is signed in; the sign-in itself is recorded by the accounts.
  if (status === 422 && /^\/(api\/auth-confirm|account\/security)$/.test(page)) return 'sign_in_failed';
  if (/^\/admin(\/|$)/i.test(page) && role !== 'admin') return 'admin_refused';
  if (status === 200 && exported.test(page)) return 'exported';
  if (status === 404 && ownOrder.test(page)) return 'order_refused';
  return kindOfCode[code] ?? null;
}

/** The kind of event that an answered call of the sign-in library is, or null; a session that began is not asked for here. */
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
