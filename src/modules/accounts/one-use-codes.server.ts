import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { sign } from '#platform/session/token.server.ts';

import { confirmRefusals } from './accounts.schema.ts';
import { claimStep, findAuthenticator, updateBackupCodes } from './one-use-codes.queries.server.ts';
import { currentCode, matchingStep } from './totp.server.ts';

type Call = Parameters<typeof getSessionFromCtx>[0];

/** Error code that the library returns for a used code. */
export const usedCode = 'CODE_USED';

/**
 * Returns the user whose code is submitted: the signed-in user, else the user of the pending
 * sign-in. The library uses the same order.
 */
export async function codeUser(call: Call): Promise<string | null> {
  const session = await getSessionFromCtx(call);
  if (session !== null) return session.user.id;
  const { createAuthCookie, internalAdapter, secret } = call.context;
  const pending = await call.getSignedCookie(createAuthCookie('two_factor').name, secret);
  if (typeof pending !== 'string') return null;
  return (await internalAdapter.findVerificationValue(pending))?.value ?? null;
}

/**
 * Consumes the time step of a submitted code and refuses a step that was consumed before (RFC 6238,
 * 5.2). Returns the code for the library, or '' if no step was consumed, so that the library
 * accepts no other code.
 */
export async function consumeTotpStep({ db, now }: Pick<Ctx, 'db' | 'now'>, call: Call, code: string): Promise<string> {
  const userId = await codeUser(call);
  const authenticator = userId === null ? null : await findAuthenticator(db, userId);
  if (userId === null || authenticator === null) return '';
  const secret = await symmetricDecrypt({ key: call.context.secretConfig, data: authenticator.secret });
  const step = await matchingStep(secret, code, now().getTime());
  if (step === null) return '';
  // The library judges by the clock of this process, so it gets the code of that clock.
  if (await claimStep(db, userId, step)) return currentCode(secret);
  throw new APIError('UNAUTHORIZED', { code: usedCode, message: confirmRefusals.used });
}

const hashPrefix = 'hmac:';

/**
 * Returns the stored form of a backup code: a hash keyed with the session secret, because 60 bits
 * alone can be brute-forced.
 */
export const backupCodeHash = (secret: string, code: string) => `${hashPrefix}${sign(secret, 'backup-code', code)}`;

const codeList = z.array(z.string());

/**
 * Storage of backup codes for the library, which then compares and removes hashes instead of codes.
 */
export function backupCodeStorage(secret: string) {
  const hashed = (list: unknown) => {
    const codes = codeList.parse(list);
    return JSON.stringify(codes.map((code) => (code.startsWith(hashPrefix) ? code : backupCodeHash(secret, code))));
  };
  return {
    encrypt: async (list: string) => hashed(JSON.parse(list)),
    /** Earlier versions stored the list encrypted, which never starts with a bracket. */
    decrypt: async (stored: string) =>
      stored.startsWith('[') ? stored : hashed(JSON.parse(await symmetricDecrypt({ key: secret, data: stored }))),
  };
}

/** Replaces encrypted codes of an earlier version with their hashes. */
export async function hashStoredCodes(db: Db, secret: string, userId: string): Promise<void> {
  const known = (await findAuthenticator(db, userId))?.backupCodes;
  if (known === undefined || known.startsWith('[')) return;
  await updateBackupCodes(db, userId, { known, next: await backupCodeStorage(secret).decrypt(known) });
}
