import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/one-row.server.ts';
import { sign } from '#platform/session/token.server.ts';

import { confirmRefusals } from './accounts.schema.ts';
import { twoFactors } from './tables.server.ts';
import { stepOf } from './totp.server.ts';

type Call = Parameters<typeof getSessionFromCtx>[0];

/** What the library is told of a refusal's kind. */
export const usedCode = 'CODE_USED';

/** Whose code is given: of whoever is signed in, else of the sign-in that waits for it; the library finds them so too. */
export async function giverOf(call: Call): Promise<string | null> {
  const session = await getSessionFromCtx(call);
  if (session !== null) return session.user.id;
  const { createAuthCookie, internalAdapter, secret } = call.context;
  const waiting = await call.getSignedCookie(createAuthCookie('two_factor').name, secret);
  if (typeof waiting !== 'string') return null;
  return (await internalAdapter.findVerificationValue(waiting))?.value ?? null;
}

async function secretOf(db: Db, call: Call, userId: string): Promise<string | null> {
  const { secret } = twoFactors;
  const row = await firstRow(db.select({ secret }).from(twoFactors).where(eq(twoFactors.userId, userId)));
  return row === null ? null : symmetricDecrypt({ key: call.context.secretConfig, data: row.secret });
}

/** Accepts a step's code, which only one caller can: false when this step or a later one was accepted before. */
async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { id, lastStep } = twoFactors;
  const isNew = or(isNull(lastStep), lt(lastStep, step));
  const isTheirs = eq(twoFactors.userId, userId);
  return hasRow(db.update(twoFactors).set({ lastStep: step }).where(and(isTheirs, isNew)).returning({ id }));
}

/**
 * Takes the step of the code that a call gives and refuses one that was taken before (RFC 6238, 5.2). Gives what the library
 * may see of the code: nothing of one that was not taken, so that it accepts none besides.
 */
export async function takeCode(db: Db, call: Call, code: string): Promise<string> {
  const userId = await giverOf(call);
  const secret = userId === null ? null : await secretOf(db, call, userId);
  const step = secret === null ? null : await stepOf(secret, code, Date.now());
  if (userId === null || step === null) return '';
  if (await takeStep(db, userId, step)) return code;
  throw new APIError('UNAUTHORIZED', { code: usedCode, message: confirmRefusals.used });
}

const hashPrefix = 'hmac:';

/** Stored form of a backup code: a hash with the session secret as its key, because 60 bits alone can be searched. */
export const backupCodeHash = (secret: string, code: string) => `${hashPrefix}${sign(secret, 'backup-code', code)}`;

const listOf = z.array(z.string());

/** Storage of backup codes for the library, which compares and removes hashes instead of codes. */
export function backupCodeStorage(secret: string) {
  const hashed = (list: unknown) => {
    const codes = listOf.parse(list);
    return JSON.stringify(codes.map((code) => (code.startsWith(hashPrefix) ? code : backupCodeHash(secret, code))));
  };
  return {
    encrypt: async (list: string) => hashed(JSON.parse(list)),
    /** Earlier versions stored the list encrypted, which never begins with a bracket. */
    decrypt: async (stored: string) =>
      stored.startsWith('[') ? stored : hashed(JSON.parse(await symmetricDecrypt({ key: secret, data: stored }))),
  };
}

/** Replaces codes that an earlier version stored encrypted by their hashes. */
export async function hashStoredCodes(db: Db, secret: string, userId: string): Promise<void> {
  const { backupCodes } = twoFactors;
  const isTheirs = eq(twoFactors.userId, userId);
  const row = await firstRow(db.select({ backupCodes }).from(twoFactors).where(isTheirs));
  if (row === null || row.backupCodes.startsWith('[')) return;
  const hashes = await backupCodeStorage(secret).decrypt(row.backupCodes);
  const isUnchanged = eq(backupCodes, row.backupCodes);
  await db.update(twoFactors).set({ backupCodes: hashes }).where(and(isTheirs, isUnchanged));
}
