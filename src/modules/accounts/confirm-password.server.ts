import type { Ctx } from '#platform/ctx.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { textOf } from '#shared/field-of.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { usedCode } from './one-use-codes.server.ts';
import type { ConfirmRefusal, Proof } from './accounts.schema.ts';
import { callLibrary, type PageCaller } from './auth.server.ts';
import { renewConfirmation } from './sessions.server.ts';

const tries: Limit = { name: 'confirm-account', points: 5, seconds: 900 };

export type Asking = PageCaller & { ctx: Ctx; limits: Limits; user: SignedInUser };

/**
 * Takes one of this user's 5 attempts at a password or code in 15 minutes, across sessions. Returns
 * false if none is left.
 */
export function mayTry(limits: Limits, user: SignedInUser): Promise<boolean> {
  return limits.take(tries, user.id);
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
export async function giveCode(caller: PageCaller, code: string): Promise<Result<null, CodeRefusal>> {
  const answer = await callLibrary(caller, codePath(code), { code });
  if (answer.ok) return ok(null);
  if (answer.status === 429) return refuse('too_many');
  const said: unknown = await answer.json().catch(() => null);
  return refuse(textOf(said, 'code') === usedCode ? 'used' : 'wrong');
}

/**
 * Checks the password, or an authenticator code if one is enabled, and renews this session's
 * confirmation. Refuses `wrong`, `used`, `no_authenticator`, and `too_many` from the sixth attempt
 * in 15 minutes, right or wrong.
 */
export async function confirmPassword(
  asking: Asking,
  { password, code }: Proof,
): Promise<Result<null, ConfirmRefusal>> {
  const { ctx, auth, limits, user } = asking;
  if (password === undefined && !user.hasAuthenticator) return refuse('no_authenticator');
  if (!(await mayTry(limits, user))) return refuse('too_many');
  if (password === undefined) {
    const codeResult = await giveCode(asking, code ?? '');
    if (!codeResult.ok) return codeResult;
  } else if (!(await auth.isPassword(user.id, password))) return refuse('wrong');
  await renewConfirmation(ctx, user);
  return ok(null);
}
