import { pagePath } from '#shared/page-path.ts';

export const securityKinds = [
  'sign_in_failed',
  'limit_reached',
  'origin_refused',
  'key_refused',
  'signature_refused',
  'admin_refused',
  'role_changed',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** One thing that may be an attack: `subject` is the limit, the path or the new role; `ip` is stored as its wider network alone. */
export type SecurityEvent = { kind: SecurityKind; subject: string; accountId?: string | null; ip?: string };

export const securityDays = 30;

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

/** A wrong password or code, also one of somebody who is signed in. */
function isFailedSignIn(path: string, status: number): boolean {
  if (status === 422) return /^\/(api\/auth-confirm|account\/security)$/.test(pagePath(path));
  return status === 401 && /^\/(auth|api\/auth\/(sign-in|two-factor)\/.*)$/.test(pagePath(path));
}

/** The kind of event that an answered request is, or null. */
export function kindOf({ path, status, code, role }: Answered): SecurityKind | null {
  if (isFailedSignIn(path, status)) return 'sign_in_failed';
  const isAdminPage = /^\/admin(\/|$)/i.test(pagePath(path));
  if (isAdminPage && role === 'customer') return 'admin_refused';
  return kindOfCode[code] ?? null;
}
