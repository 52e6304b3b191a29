import { encode } from 'uqr';
import { z } from 'zod';

import { publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { stringProperty } from '#shared/read-property.ts';

import type { ConfirmRefusal } from './accounts.schema.ts';
import { callLibrary, type PageCaller } from './auth-service.server.ts';
import { submitCode, consumePasswordAttempt } from './confirm-password.server.ts';

/** Data to set up an authenticator app: a QR code, and the same secret to type. */
export type Setup = { uri: string; secret: string; qr: { size: number; path: string }; backupCodes: string[] };

type AuthenticatorParts = PageCaller & { ctx: Ctx; limits: Limits };
type PasswordProof = { user: SignedInUser; password: string };
type BothProofs = PasswordProof & { code: string };
/** `wrong_code` and `used` are about the code, `wrong` is about the password. */
export type SecondFactorRefusal = ConfirmRefusal | 'wrong_code';
export type SetupRefusal = ConfirmRefusal | 'already_on';

const codes = z.object({ backupCodes: z.array(z.string()) });
const startedSetup = codes.extend({ totpURI: z.string() });

/**
 * Starts the setup of an authenticator. Sign-in requires it only after its first code was submitted
 * with `submitCode`. Refuses `wrong`, `already_on`, and `too_many` from the sixth attempt in 15
 * minutes.
 */
export async function beginSetup(
  parts: AuthenticatorParts,
  proof: PasswordProof,
): Promise<Result<Setup, SetupRefusal>> {
  const { user, password } = proof;
  if (!(await consumePasswordAttempt(parts.limits, user))) return refuse('too_many');
  const issuer = (await publishedSite(parts.ctx)).name;
  const response = await callLibrary(parts, '/two-factor/enable', { password, issuer });
  const body: unknown = await response.json().catch(() => null);
  if (stringProperty(body, 'code') === 'TOTP_ALREADY_ENABLED') return refuse('already_on');
  if (!response.ok) return refuse('wrong');
  const { totpURI, backupCodes } = startedSetup.parse(body);
  const setup = authenticatorSetup(totpURI, backupCodes);
  if (setup === null) throw new Error('the authenticator has no address');
  return ok(setup);
}

/** Turns the authenticator off and starts a new session. */
export function endAuthenticator(
  parts: AuthenticatorParts,
  proofs: BothProofs,
): Promise<Result<unknown, SecondFactorRefusal>> {
  return callWithBothProofs(parts, '/two-factor/disable', proofs);
}

/** Returns ten new backup codes. Earlier ones stop working. */
export async function newBackupCodes(
  parts: AuthenticatorParts,
  proofs: BothProofs,
): Promise<Result<string[], SecondFactorRefusal>> {
  const response = await callWithBothProofs(parts, '/two-factor/generate-backup-codes', proofs);
  return response.ok ? ok(codes.parse(response.value).backupCodes) : response;
}

/**
 * Makes a call that weakens or replaces the second factor. It needs both proofs, because a stolen
 * password must not be enough. The password is checked first, so that a wrong one spends no backup
 * code.
 */
async function callWithBothProofs(
  parts: AuthenticatorParts,
  path: string,
  proofs: BothProofs,
): Promise<Result<unknown, SecondFactorRefusal>> {
  const { user, password, code } = proofs;
  if (!(await consumePasswordAttempt(parts.limits, user))) return refuse('too_many');
  if (!(await parts.auth.isPassword(user.id, password))) return refuse('wrong');
  const codeResult = await submitCode(parts, code);
  if (!codeResult.ok) return codeResult.reason === 'wrong' ? refuse('wrong_code') : codeResult;
  const response = await callLibrary(parts, path, { password });
  return response.ok ? ok(await response.json()) : refuse('wrong');
}

/** Returns what to display of a started setup. Null if the URI is not an authenticator's. */
export function authenticatorSetup(uri: string, backupCodes: string[]): Setup | null {
  const secret = typableSecret(uri);
  if (secret === null) return null;
  const { size, data } = encode(uri, { ecc: 'M', border: 2 });
  return { uri, secret, qr: { size, path: qrPath(data) }, backupCodes };
}

/** Returns one SVG path of the dark modules of a QR code, row by row, one unit per module. */
function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
}

/** Returns the secret of an `otpauth` URI in groups of four, for typing. Null for any other URI. */
function typableSecret(uri: string): string | null {
  if (!uri.startsWith('otpauth://totp/') || !URL.canParse(uri)) return null;
  const secret = new URL(uri).searchParams.get('secret');
  return secret === null || secret === '' ? null : (secret.match(/.{1,4}/g) ?? []).join(' ');
}
