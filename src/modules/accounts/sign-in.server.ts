import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { normalizeIdentifier, normalizeCompactIdentifier } from '#shared/identifier.ts';
import type { Issues } from '#shared/form-issues.ts';

import { confirmRefusals } from './accounts.schema.ts';
import { callLibrary, type PageCaller } from './auth-service.server.ts';
import { codePath } from './confirm-password.server.ts';
import { isGuessableProblem } from './passwords.server.ts';
import {
  afterDeadLink,
  emailProblem,
  notConfirmed,
  passwordProblem,
  safeNext,
  signInProblems,
  signUpProblems,
  type AuthField,
  type AuthStep,
  type AuthView,
} from './sign-in.ts';

/** A form of the sign-in page. Texts are in `values`; a password or code is read with `secret`. */
type SentForm = PageCaller & {
  ctx: Pick<Ctx, 'db' | 'settings' | 'log' | 'cacheLifetime'>;
  values: Record<string, string>;
  secret(name: string): string;
};

const typedEmail = ({ values: { email = '' } }: SentForm) => normalizeIdentifier(email);

type Outcome = { status?: number; message?: string; issues?: Issues<AuthField>; canResend?: boolean };

/** Returns the page's view after a form. `form` is the form that shows a refusal. */
function formResult(step: AuthStep, email: string, outcome: Outcome = {}) {
  const { status = 200, issues = {}, message = Object.values(issues)[0] ?? '', canResend = false } = outcome;
  const result: AuthView = { step, email, canResend };
  return { ok: status === 200, status, message, issues, form: step, result };
}

/** Result of a form: the page's next view, or null when a session has started. */
type Reply = ReturnType<typeof formResult> | null;

const isEmpty = (issues: object) => Object.keys(issues).length === 0;

const libraryOutput = z.object({
  message: z.string().catch('Something went wrong. Please try again.'),
  code: z.string().catch(''),
  twoFactorRedirect: z.boolean().catch(false),
});

async function callAuth(caller: PageCaller, path: string, input: Record<string, unknown>) {
  const response = await callLibrary(caller, path, input);
  const body: unknown = await response.json().catch(() => null);
  const { status, ok } = response;
  return { ok, status, output: body, ...libraryOutput.parse(body ?? {}) };
}

export async function signIn(sent: SentForm): Promise<Reply> {
  const email = typedEmail(sent);
  const password = sent.secret('password');
  const issues = signInProblems(email, password);
  if (!isEmpty(issues)) return formResult('in', email, { status: 422, issues });
  const { ok, status, message, twoFactorRedirect } = await callAuth(sent, '/sign-in/email', { email, password });
  if (ok) return twoFactorRedirect ? formResult('code', email) : null;
  const isUnconfirmed = status === 403;
  return formResult('in', email, { status, message: isUnconfirmed ? notConfirmed : message, canResend: isUnconfirmed });
}

export async function signUp(sent: SentForm): Promise<Reply> {
  const { firstName = '', lastName = '' } = sent.values;
  const email = typedEmail(sent);
  const password = sent.secret('password');
  const names = { email, firstName, lastName };
  // The library's call judges the strength, after it has taken a point of the limit.
  const issues = signUpProblems(names, passwordProblem(password, sent.ctx.settings.passwordMin));
  if (!isEmpty(issues)) return formResult('up', email, { status: 422, issues });
  const next = safeNext(new URL(sent.request.url).searchParams.get('next'));
  const input = { ...names, name: `${firstName} ${lastName}`, password, next };
  const { ok, status, message } = await callAuth(sent, '/sign-up/email', input);
  if (ok) return formResult('sent', email, { canResend: true });
  if (isGuessableProblem(message)) return formResult('up', email, { status: 422, issues: { password: message } });
  return formResult('up', email, { status, message });
}

export async function resend(sent: SentForm): Promise<Reply> {
  const email = typedEmail(sent);
  const canResend = true;
  const problem = emailProblem(email);
  if (problem !== null) return formResult('in', email, { status: 422, issues: { email: problem }, canResend });
  const { ok, status, message } = await callAuth(sent, '/send-verification-email', { email });
  return ok ? formResult('sent', email, { canResend }) : formResult('in', email, { status, message, canResend });
}

/** Completes a sign-in with an authenticator or backup code. */
export async function submitSignInCode(sent: SentForm): Promise<Reply> {
  const email = typedEmail(sent);
  const code = normalizeCompactIdentifier(sent.secret('one-time-code'));
  const refuseCode = (status: number, sentence: string) =>
    formResult('code', email, { status, issues: { 'one-time-code': sentence } });
  if (code === '') return refuseCode(422, 'Enter the code.');
  const { ok, status, message } = await callAuth(sent, codePath(code), { code });
  if (ok) return null;
  if (status !== 401 || message === 'Invalid two factor cookie') {
    const tooLong = 'This sign-in took too long. Please sign in again.';
    return formResult('in', email, { status, message: status === 429 ? message : tooLong });
  }
  return refuseCode(401, message === confirmRefusals.used ? message : 'This code is not right. Please try again.');
}

/**
 * Enqueues a mail with a reset link. Returns the message of a refusal, or null whether the account
 * exists or not.
 */
export async function requestReset(caller: PageCaller, typed: string): Promise<string | null> {
  const email = normalizeIdentifier(typed);
  const problem = emailProblem(email);
  if (problem !== null) return problem;
  const { ok, message } = await callAuth(caller, '/request-password-reset', { email, redirectTo: '/auth/reset' });
  return ok ? null : message;
}

/** Mails the signed-in user a link to choose a new password. */
export async function mailReset(caller: PageCaller & { user: { email: string } }) {
  const problem = await requestReset(caller, caller.user.email);
  const mailed = 'An email with a link to choose a new password is on its way.';
  return { ok: problem === null, message: problem ?? mailed };
}

/**
 * Sets a new password with the token of a mailed link and ends every session. Returns null, or the
 * reason of a failure.
 */
export async function resetPassword(caller: PageCaller, reset: { token: string; newPassword: string }) {
  const { ok, message } = await callAuth(caller, '/reset-password', reset);
  return ok ? null : { message, isLinkDead: /token|user not found/i.test(message) };
}

const confirmed = z.object({ isSignedIn: z.boolean(), next: z.string() });

/** Returns where to redirect after the button of a confirmation link is pressed. */
export async function confirmAddress(caller: PageCaller, token: string): Promise<string> {
  const { ok, code, output } = await callAuth(caller, '/verify-email', { token });
  if (!ok) return afterDeadLink(code);
  const { isSignedIn, next } = confirmed.parse(output);
  return isSignedIn ? next : `/auth?${new URLSearchParams({ verified: '1', next })}`;
}

/**
 * Makes this browser known to the account of a mailed link. Returns whether the link was still
 * valid.
 */
export async function allowDevice(caller: PageCaller, token: string): Promise<boolean> {
  return (await callLibrary(caller, '/confirm-device', { token })).ok;
}
