import { encode } from 'uqr';
import { z } from 'zod';

import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { mayTry } from '../confirm/service.server.ts';
import type { ConfirmRefusal } from '../contract.ts';
import { callLibrary, type PageCaller } from '../page-auth/service.server.ts';
import { qrPath, secretOf, type Setup } from './rules.ts';

type AuthenticatorParts = PageCaller & { limits: Limits };
type Proof = { user: SignedInUser; password: string };

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
  parts: AuthenticatorParts,
  path: string,
  proof: Proof,
): Promise<Result<unknown, ConfirmRefusal>> {
  if (!(await mayTry(parts.limits, proof.user))) return refuse('too_many');
  const { password } = proof;
  const answer = await callLibrary(parts, path, { password });
  return answer.ok ? ok(await answer.json()) : refuse('wrong');
}

/** Begins to set an authenticator up; sign-in asks for it only after its first code was given with `giveCode`. */
export async function beginSetup(parts: AuthenticatorParts, proof: Proof): Promise<Result<Setup, ConfirmRefusal>> {
  const answer = await withPassword(parts, '/two-factor/enable', proof);
  if (!answer.ok) return answer;
  const { totpURI, backupCodes } = begun.parse(answer.value);
  const setup = setupOf(totpURI, backupCodes);
  if (setup === null) throw new Error('the authenticator has no address');
  return ok(setup);
}

/** Turns the authenticator off; a new session begins. */
export function endAuthenticator(parts: AuthenticatorParts, proof: Proof): Promise<Result<unknown, ConfirmRefusal>> {
  return withPassword(parts, '/two-factor/disable', proof);
}

/** Ten new backup codes; those from before open nothing any more. */
export async function newBackupCodes(
  parts: AuthenticatorParts,
  proof: Proof,
): Promise<Result<string[], ConfirmRefusal>> {
  const answer = await withPassword(parts, '/two-factor/generate-backup-codes', proof);
  return answer.ok ? ok(codes.parse(answer.value).backupCodes) : answer;
}
