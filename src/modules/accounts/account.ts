/** Admin wins when a user has several roles; without a row a user is a customer. */
export function roleOf(roles: readonly ('admin' | 'customer')[]): 'admin' | 'customer' {
  return roles.includes('admin') ? 'admin' : 'customer';
}

export const passwordMax = 128;
const staffMin = 12;

/** Shortest password that may be chosen, in characters; `setting` is the customers'. An admin's opens more. */
export function passwordMinOf(role: 'admin' | 'customer', setting: number): number {
  return role === 'admin' ? Math.max(staffMin, setting) : setting;
}

export function isStaffLength(password: string): boolean {
  return password.length >= staffMin;
}

export type SecurityNeed = 'password' | 'authenticator';

type Security = { mustSecure: boolean; isStaffGrade: boolean; hasAuthenticator: boolean };

type Requirement = { isRequired: boolean; role: 'admin' | 'customer' };

/** True when rights wait for a second factor: for those who were asked to, and in a live shop for every admin, the first one too. */
export function mustSecure(settings: { shopMode: 'demo' | 'live' }, { isRequired, role }: Requirement): boolean {
  return isRequired || (role === 'admin' && settings.shopMode === 'live');
}

/** What somebody must do before the rights that were given count; nothing where it was not asked for. */
export function securityNeeds({ mustSecure, isStaffGrade, hasAuthenticator }: Security): SecurityNeed[] {
  if (!mustSecure) return [];
  const missing: [SecurityNeed, boolean][] = [
    ['password', !isStaffGrade],
    ['authenticator', !hasAuthenticator],
  ];
  return missing.filter(([, isMissing]) => isMissing).map(([need]) => need);
}

/** Whether a mail program would make a link of something in a name: the mails to an address that others gave greet by it. */
export function holdsLink(name: string): boolean {
  return /[/\\:@<>]|\bwww\.|\.[a-z]{2,}(?:\s|$)/i.test(name);
}

/** The page to come back to after sign-in: of a file, which stands in no page, the list that it holds or the page above it. */
export function pageOfFile(path: string): string {
  return path.replace(/^([^?]*?)(?:\.csv|\/[^/.?]+\.(?:pdf|json)|\/pictures\/[^/?]+)(?=\?|$)/, '$1');
}

/** A page of this shop to go on to after sign-in; anything else leads home. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/[\w\-./?=&%]*$/.test(next) && !next.includes('//') ? pageOfFile(next) : '/';
}

/** How long a proven password counts for refunds and roles, in minutes. */
const confirmationMinutes = 15;

/** Whether a password proven at `at` still counts at `now`. */
export function confirmationHolds(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < confirmationMinutes * 60_000;
}
