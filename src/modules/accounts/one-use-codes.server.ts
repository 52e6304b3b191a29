import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { sign } from '#platform/session/token.server.ts';

import { confirmRefusals } from './accounts.schema.ts';
import { twoFactors } from './tables.server.ts';
import { stepOf } from './totp.server.ts';

type Call = Parameters<typeof getSessionFromCtx>[0];

/** Error code that the library returns for a used code. */
export const usedCode = 'CODE_USED';

/**
 * Returns the user whose code is submitted: the signed-in user, else the user of the pending
 * sign-in. The library uses the same order.
 */
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

/**
 * Accepts the code of a time step, which only one caller can. Returns false if this step or a later
 * one was accepted before.
 */
async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { id, lastStep } = twoFactors;
  const isNew = or(isNull(lastStep), lt(lastStep, step));
  const isTheirs = eq(twoFactors.userId, userId);
  return hasRow(db.update(twoFactors).set({ lastStep: step }).where(and(isTheirs, isNew)).returning({ id }));
}

/**
 * Consumes the time step of a submitted code and refuses a step that was consumed before (RFC 6238,
 * 5.2). Returns the code for the library, or '' if no step was consumed, so that the library
 * accepts no other code.
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

/**
 * Returns the stored form of a backup code: a hash keyed with the session secret, because 60 bits
 * alone can be brute-forced.
 */
export const backupCodeHash = (secret: string, code: string) => `${hashPrefix}${sign(secret, 'backup-code', code)}`;

const listOf = z.array(z.string());

/**
 * Storage of backup codes for the library, which then compares and removes hashes instead of codes.
 */
export function backupCodeStorage(secret: string) {
  const hashed = (list: unknown) => {
    const codes = listOf.parse(list);
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
  const { backupCodes } = twoFactors;
  const isTheirs = eq(twoFactors.userId, userId);
  const row = await firstRow(db.select({ backupCodes }).from(twoFactors).where(isTheirs));
  if (row === null || row.backupCodes.startsWith('[')) return;
  const hashes = await backupCodeStorage(secret).decrypt(row.backupCodes);
  const isUnchanged = eq(backupCodes, row.backupCodes);
  await db.update(twoFactors).set({ backupCodes: hashes }).where(and(isTheirs, isUnchanged));
}
