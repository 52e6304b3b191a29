import { z } from 'zod';

import type { Visitor } from '#platform/http/visitor.server.ts';

import { textOf } from '../calls/service.server.ts';
import { newPasswordProblem } from '../passwords/service.server.ts';
import { confirmRefusals } from '../contract.ts';
import type { Auth } from '../service.server.ts';
import {
  afterDeadLink,
  authAnswer,
  emailProblem,
  notConfirmed,
  signInProblems,
  signUpProblems,
  type AuthAnswer,
  type Typed,
} from './rules.ts';

type Caller = { auth: Auth; request: Request; sender: Visitor };
type Parts = Caller & { passwordMin: number };

/** What a form came to: what the page shows, or a session that has begun. */
export type Step = { status: number; answer: AuthAnswer; cookies: string[]; isSignedIn: boolean };

type Form = { step: string; typed: Typed; password: string; code: string; next: string };

const fieldOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, 1_000) : '';
};

/** What came with a form of the sign-in page. */
export function readForm(form: FormData, next: string): Form {
  const trimmed = (name: string) => fieldOf(form, name).trim();
  const typed = { email: trimmed('email'), firstName: trimmed('firstName'), lastName: trimmed('lastName') };
  return { step: fieldOf(form, 'step'), typed, password: fieldOf(form, 'password'), code: trimmed('code'), next };
}

const shown = (status: number, answer: AuthAnswer, cookies: string[] = []): Step => ({
  status,
  answer,
  cookies,
  isSignedIn: false,
});

const signedIn = (cookies: string[]): Step => ({ status: 303, answer: authAnswer('in'), cookies, isSignedIn: true });

const isEmpty = (problems: object) => Object.keys(problems).length === 0;
const fallback = 'Something went wrong. Please try again.';

async function bodyOf(response: Response): Promise<{ message: string; asksForCode: boolean }> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return { message: fallback, asksForCode: false };
  const message: unknown = Reflect.get(body, 'message');
  return {
    message: typeof message === 'string' ? message : fallback,
    asksForCode: Reflect.get(body, 'twoFactorRedirect') === true,
  };
}

async function signIn({ auth, request, sender }: Parts, { typed, password }: Form): Promise<Step> {
  const fields = signInProblems(typed.email, password);
  if (!isEmpty(fields)) return shown(422, authAnswer('in', { fields, typed }));
  const response = await auth.call('/sign-in/email', { email: typed.email, password }, { request, sender });
  const { message, asksForCode } = await bodyOf(response);
  const cookies = response.headers.getSetCookie();
  if (response.ok) return asksForCode ? shown(200, authAnswer('code', { typed }), cookies) : signedIn(cookies);
  const isUnconfirmed = response.status === 403;
  const problem = isUnconfirmed ? notConfirmed : message;
  return shown(response.status, authAnswer('in', { problem, typed, canResend: isUnconfirmed }));
}

async function signUp({ auth, passwordMin, request, sender }: Parts, { typed, password, next }: Form): Promise<Step> {
  const fields = signUpProblems(typed, await newPasswordProblem(password, passwordMin));
  if (!isEmpty(fields)) return shown(422, authAnswer('up', { fields, typed }));
  const name = `${typed.firstName} ${typed.lastName}`;
  const input = { ...typed, name, password, next };
  const response = await auth.call('/sign-up/email', input, { request, sender });
  const cookies = response.headers.getSetCookie();
  if (response.ok) return shown(200, authAnswer('sent', { typed, canResend: true }), cookies);
  return shown(response.status, authAnswer('up', { problem: (await bodyOf(response)).message, typed }));
}

async function resend({ auth, request, sender }: Parts, { typed }: Form): Promise<Step> {
  const email = emailProblem(typed.email);
  if (email !== null) return shown(422, authAnswer('in', { fields: { email }, typed, canResend: true }));
  const response = await auth.call('/send-verification-email', { email: typed.email }, { request, sender });
  if (response.ok) return shown(200, authAnswer('sent', { typed, canResend: true }));
  const { message } = await bodyOf(response);
  return shown(response.status, authAnswer('in', { problem: message, typed, canResend: true }));
}

async function takeCode({ auth, request, sender }: Parts, { typed, code }: Form): Promise<Step> {
  if (code === '') return shown(422, authAnswer('code', { fields: { code: 'Enter the code.' }, typed }));
  const isBackup = !/^\d{6}$/.test(code);
  const path = isBackup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
  const response = await auth.call(path, { code }, { request, sender });
  const cookies = response.headers.getSetCookie();
  if (response.ok) return signedIn(cookies);
  const { message } = await bodyOf(response);
  if (response.status !== 401 || message === 'Invalid two factor cookie') {
    const problem = response.status === 429 ? message : 'This sign-in took too long. Please sign in again.';
    return shown(response.status, authAnswer('in', { problem, typed }), cookies);
  }
  const problem = message === confirmRefusals.used ? message : 'This code is not right. Please try again.';
  return shown(401, authAnswer('code', { fields: { code: problem }, typed }));
}

/** Answers a form of the sign-in page; nothing in the answer tells whether an account exists. */
export function takeStep(parts: Parts, form: Form): Promise<Step> {
  switch (form.step) {
    case 'up':
      return signUp(parts, form);
    case 'resend':
      return resend(parts, form);
    case 'code':
      return takeCode(parts, form);
    default:
      return signIn(parts, form);
  }
}

/** Owes a mail with a link to choose a new password; the sentence of a refusal, or null whether the account exists or not. */
export async function requestReset({ auth, request, sender }: Caller, email: string): Promise<string | null> {
  const problem = emailProblem(email);
  if (problem !== null) return problem;
  const input = { email, redirectTo: '/auth/reset' };
  const response = await auth.call('/request-password-reset', input, { request, sender });
  return response.ok ? null : (await bodyOf(response)).message;
}

type Sent = { cookies: string[]; refusal: { message: string; isLinkDead: boolean } | null };

/** Sets a new password by the token of a mail's link and ends every session. */
export async function resetPassword(
  { auth, request, sender }: Caller,
  token: string,
  newPassword: string,
): Promise<Sent> {
  const response = await auth.call('/reset-password', { token, newPassword }, { request, sender });
  const cookies = response.headers.getSetCookie();
  if (response.ok) return { cookies, refusal: null };
  const { message } = await bodyOf(response);
  return { cookies, refusal: { message, isLinkDead: /token|user not found/i.test(message) } };
}

const confirmed = z.object({ isSignedIn: z.boolean(), next: z.string() });

/** Where the press of a confirmation link's button leads, with what it gives the browser. */
export async function confirmAddress({ auth, request, sender }: Caller, token: string) {
  const response = await auth.call('/verify-email', { token }, { request, sender });
  const cookies = response.headers.getSetCookie();
  const body: unknown = await response.json();
  if (!response.ok) return { cookies, isSignedIn: false, to: afterDeadLink(textOf(body, 'code')) };
  const { isSignedIn, next } = confirmed.parse(body);
  return { cookies, isSignedIn, to: isSignedIn ? next : `/auth?${new URLSearchParams({ verified: '1', next })}` };
}

/** Makes this browser one that the account of a mailed link knows; whether the link still worked. */
export async function allowDevice({ auth, request, sender }: Caller, token: string) {
  const response = await auth.call('/confirm-device', { token }, { request, sender });
  return { cookies: response.headers.getSetCookie(), isDone: response.ok };
}
