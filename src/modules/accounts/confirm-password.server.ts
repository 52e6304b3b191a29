import type { Ctx } from '#platform/ctx.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { normalizeCompactIdentifier } from '#shared/identifier.ts';
import { stringProperty } from '#shared/read-property.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { ConfirmRefusal, Proof } from './accounts.schema.ts';
import { callLibrary, type PageCaller } from './auth-service.server.ts';
import { usedCode } from './one-use-codes.server.ts';
import { renewConfirmation } from './sessions.server.ts';

const attempts: Limit = { name: 'confirm-account', points: 5, seconds: 900 };

type ConfirmCaller = PageCaller & { ctx: Ctx; limits: Limits; user: SignedInUser };

/**
 * Takes one of this user's 5 attempts at a password or code in 15 minutes, across sessions. Returns
 * false if none is left.
 */
export function consumePasswordAttempt(limits: Limits, user: SignedInUser): Promise<boolean> {
  return limits.consume(attempts, user.id);
}

/**
 * Returns the call for a code. Six digits are the authenticator's, anything else is a backup code.
 */
export const codePath = (code: string) =>
  /^\d{6}$/.test(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';

type CodeRefusal = 'wrong' | 'used' | 'too_many';

/**
 * Submits an authenticator or backup code for the sender of this request. Refuses `wrong`, `used`
 * for an already accepted code, and `too_many`.
 */
export async function submitCode(caller: PageCaller, code: string): Promise<Result<null, CodeRefusal>> {
  const response = await callLibrary(caller, codePath(code), { code });
  if (response.ok) return ok(null);
  if (response.status === 429) return refuse('too_many');
  const body: unknown = await response.json().catch(() => null);
  return refuse(stringProperty(body, 'code') === usedCode ? 'used' : 'wrong');
}

/**
 * Checks the password, or an authenticator code if one is enabled, and renews this session's
 * confirmation. Refuses `wrong`, `used`, `no_authenticator`, and `too_many` from the sixth attempt
 * in 15 minutes, right or wrong.
 */
export async function confirmPassword(
  caller: ConfirmCaller,
  { password, code }: Proof,
): Promise<Result<null, ConfirmRefusal>> {
  const { ctx, auth, limits, user } = caller;
  if (password === undefined && !user.hasAuthenticator) return refuse('no_authenticator');
  if (!(await consumePasswordAttempt(limits, user))) return refuse('too_many');
  if (password === undefined) {
    const codeResult = await submitCode(caller, code ?? '');
    if (!codeResult.ok) return codeResult;
  } else if (!(await auth.isPassword(user.id, password))) return refuse('wrong');
  await renewConfirmation(ctx, user);
  return ok(null);
}

/**
 * Checks the password, and an authenticator code too if one is enabled. Refuses like
 * `confirmPassword`.
 */
export async function confirmWithBoth(
  caller: ConfirmCaller,
  { password, code }: { password: string; code: string },
): Promise<Result<null, ConfirmRefusal>> {
  const byPassword = await confirmPassword(caller, { password });
  if (!byPassword.ok || !caller.user.hasAuthenticator) return byPassword;
  return submitCode(caller, normalizeCompactIdentifier(code));
}
