import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { isLocalAddress } from '#shared/link-url.ts';

import { passwordMax } from './account.ts';

/** Steps of the sign-in page: sign-in, sign-up, 'check your mail', and the code prompt. */
export type AuthStep = 'in' | 'up' | 'sent' | 'code';

/** View of the page: the step, the address, and whether a new confirmation link is offered. */
export type AuthView = { step: AuthStep; email: string; canResend: boolean };

type Names = { email: string; firstName: string; lastName: string };

export type AuthField = keyof Names | 'password' | 'one-time-code';

export const notConfirmed = 'Email not confirmed';
export const tooManyAttempts = 'Too many attempts. Please try again later.';

export function emailProblem(email: string): string | null {
  if (email === '') return 'Enter your email address.';
  return isEmailAddress(email) ? null : emailSentence;
}

/** Returns the issue with the length of a new password, or null. `min` is in characters. */
export function passwordProblem(password: string, min: number): string | null {
  if (password.length < min) return `Choose a password of at least ${min} characters.`;
  return password.length > passwordMax ? `Choose a password of at most ${passwordMax} characters.` : null;
}

function nameProblem(name: string, which: string): string | null {
  if (name === '') return `Enter your ${which} name.`;
  return name.length > 100 ? 'Use at most 100 characters.' : null;
}

export function signInProblems(email: string, password: string): Issues<AuthField> {
  return issuesIn({ email: emailProblem(email), password: password === '' ? 'Enter your password.' : null });
}

/** Returns the issues that block a sign-up form. `password` is the issue with the password. */
export function signUpProblems({ email, firstName, lastName }: Names, password: string | null): Issues<AuthField> {
  return issuesIn({
    firstName: nameProblem(firstName, 'first'),
    lastName: nameProblem(lastName, 'last'),
    email: emailProblem(email),
    password,
  });
}

/**
 * Returns the redirect for an invalid or used confirmation link. `code` is the call's error code.
 */
export function afterDeadLink(code: string): string {
  if (code === 'TOKEN_USED') return '/auth?verified=1';
  return `/auth?error=${code === 'TOKEN_EXPIRED' ? code : 'INVALID_TOKEN'}`;
}

/**
 * Returns the notice about a confirmation or reset link, from the query of the address that it led
 * to.
 */
export function linkNotice(query: URLSearchParams): { text: string; canResend: boolean } | null {
  const error = query.get('error');
  if (error === 'DEVICE_LINK') {
    return { text: 'This link works for one hour only. Try to sign in, and we send you a new one.', canResend: false };
  }
  if (error === 'TOKEN_EXPIRED') {
    return { text: 'This confirmation link has expired. We can send you a new one.', canResend: true };
  }
  if (error !== null) {
    return { text: 'This confirmation link does not work any more. We can send you a new one.', canResend: true };
  }
  if (query.has('verified')) return { text: 'Your email is confirmed. Please sign in.', canResend: false };
  if (query.has('invited')) return { text: 'Your new role is ready. Please sign in.', canResend: false };
  if (query.has('device')) return { text: 'This browser is confirmed. Please sign in.', canResend: false };
  if (query.has('reset')) return { text: 'Your new password is set. Please sign in with it.', canResend: false };
  return null;
}

/**
 * True when a mail client would turn part of a name into a link. Sign-up mails greet by name, and
 * may go to an address that somebody else entered.
 */
export function looksLikeLink(name: string): boolean {
  return /[/\\:@<>]|\bwww\.|\.[a-z]{2,}(?:\s|$)/i.test(name);
}

/**
 * Returns the page to open after sign-in. A file is replaced by the list that it exports, or by its
 * parent page.
 */
export function pageOfFile(path: string): string {
  return path.replace(/^([^?]*?)(?:\.csv|\/[^/.?]+\.(?:pdf|json)|\/pictures\/[^/?]+)(?=\?|$)/, '$1');
}

/** Returns `next` if it is a page of this shop, else the home page. */
export function safeNext(next: string | null): string {
  return next !== null && isLocalAddress(next) && /^[\w\-./?=&%]*$/.test(next) && !next.includes('//')
    ? pageOfFile(next)
    : '/';
}
