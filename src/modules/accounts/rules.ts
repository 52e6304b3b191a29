/** Admin wins when a user has several roles; without a row a user is a customer. */
export function roleOf(roles: readonly ('admin' | 'customer')[]): 'admin' | 'customer' {
  return roles.includes('admin') ? 'admin' : 'customer';
}

/** Longest password, in characters. */
export const passwordMax = 128;
const adminsMin = 12;

/** Shortest password that may be chosen, in characters; `setting` is the customers'. An admin's opens more. */
export function passwordMinOf(role: 'admin' | 'customer', setting: number): number {
  return role === 'admin' ? Math.max(adminsMin, setting) : setting;
}

/** The passwords that are guessed first, lower case. */
const common = new Set(
  '123456 1234567 12345678 123456789 1234567890 password password1 qwerty qwerty123 abc123 111111 123123 000000 iloveyou admin123 welcome letmein monkey dragon sunshine princess football'.split(
    ' ',
  ),
);

/** Whether a password is among those that are guessed first. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Whether a mail program would make a link of something in a name: the mails to an address that others gave greet by it. */
export function holdsLink(name: string): boolean {
  return /[/\\:@<>]|\bwww\.|\.[a-z]{2,}(?:\s|$)/i.test(name);
}

/** A place in this shop to go on to after sign-in; anything else leads home. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/[\w\-./?=&%]*$/.test(next) && !next.includes('//') ? next : '/';
}

/** How long a proven password counts for refunds and roles, in minutes. */
export const confirmationMinutes = 15;

/** Whether a password proven at `at` still counts at `now`. */
export function confirmationHolds(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < confirmationMinutes * 60_000;
}
