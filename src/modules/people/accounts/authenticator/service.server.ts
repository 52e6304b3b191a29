import { encode } from 'uqr';
import { z } from 'zod';

import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { mayTry } from '../confirm/service.server.ts';
import type { ConfirmRefusal } from '../contract.ts';
import type { Auth } from '../service.server.ts';
import { giveCode, type CodeRefusal } from './verify/service.server.ts';
import { qrPath, secretOf, type Setup } from './rules.ts';

export type AuthenticatorParts = { auth: Auth; limits: Limits; request: Request; visitor: Visitor };

const codes = z.object({ backupCodes: z.array(z.string()) });
const begun = codes.extend({ totpURI: z.string() });

/** What to show of a set-up that has begun; null when the address is not an authenticator's. */
export function setupOf(uri: string, backupCodes: string[]): Setup | null {
  const secret = secretOf(uri);
  if (secret === null) return null;
  const { size, data } = encode(uri, { ecc: 'M', border: 2 });
  return { uri, secret, qr: { size, path: qrPath(data) }, backupCodes };
}

/** A call of the library that wants the password. Refuses `wrong`, and `too_many` from the sixth try in 15 minutes on. */
async function withPassword(
  { auth, limits, request, visitor }: AuthenticatorParts,
  user: SignedInUser,
  { path, password }: { path: string; password: string },
): Promise<Result<Response, ConfirmRefusal>> {
  if (!(await mayTry(limits, user))) return refuse('too_many');
  const answer = await auth.call(path, { password }, { request, sender: visitor });
  return answer.ok ? ok(answer) : refuse('wrong');
}

/** Begins to set an authenticator up; sign-in asks for it only after `finishSetup`. */
export async function beginSetup(
  parts: AuthenticatorParts,
  user: SignedInUser,
  password: string,
): Promise<Result<Setup, ConfirmRefusal>> {
  const answer = await withPassword(parts, user, { path: '/two-factor/enable', password });
  if (!answer.ok) return answer;
  const { totpURI, backupCodes } = begun.parse(await answer.value.json());
  const setup = setupOf(totpURI, backupCodes);
  if (setup === null) throw new Error('the authenticator has no address');
  return ok(setup);
}

/** Turns the authenticator on once its first code is right; gives the cookies of the new session. */
export async function finishSetup(parts: AuthenticatorParts, code: string): Promise<Result<string[], CodeRefusal>> {
  const answer = await giveCode(parts, code);
  return answer.ok ? ok(answer.value.headers.getSetCookie()) : answer;
}

/** Turns the authenticator off; gives the cookies of the new session. */
export async function endAuthenticator(
  parts: AuthenticatorParts,
  user: SignedInUser,
  password: string,
): Promise<Result<string[], ConfirmRefusal>> {
  const answer = await withPassword(parts, user, { path: '/two-factor/disable', password });
  return answer.ok ? ok(answer.value.headers.getSetCookie()) : answer;
}

/** Ten new backup codes; those from before open nothing any more. */
export async function newBackupCodes(
  parts: AuthenticatorParts,
  user: SignedInUser,
  password: string,
): Promise<Result<string[], ConfirmRefusal>> {
  const answer = await withPassword(parts, user, { path: '/two-factor/generate-backup-codes', password });
  return answer.ok ? ok(codes.parse(await answer.value.json()).backupCodes) : answer;
}
