import { hashPassword, verifyPassword } from 'better-auth/crypto';

import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { readSigned, signUntil } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { upsertConfirmed } from './known-devices.server.ts';
import { findUser, insertAccount, updateStaffGrade } from './accounts.queries.server.ts';
import { isStaffLength } from './account.ts';
import * as repo from './sign-up.queries.server.ts';

export type SignUpCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;
export type SignUp = repo.SignUpRow;

const purpose = 'sign-up';
const linkHours = 24;
/** Hash to verify when there is no pending sign-up, so that the response takes as long. */
const nobodysHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/**
 * Stores a sign-up beside other ones with this address. Null if the address already has an account.
 */
export async function insertSignUp(ctx: SignUpCtx, signUp: repo.NewSignUp): Promise<SignUp | null> {
  const password = await hashPassword(signUp.password);
  if ((await findUser(ctx.db, signUp.email)) !== null) return null;
  return repo.insertSignUp(ctx.db, { ...signUp, password });
}

/** Returns the sign-up for which a browser requests another link, or null. */
export const findWaiting = repo.findWaiting;

/** Returns the page of a sign-up's link. Mail it to the sign-up's address only. */
export function confirmationUrl({ settings, now }: SignUpCtx, { id }: SignUp): string {
  const endsAt = new Date(now().getTime() + linkHours * 3_600_000);
  const token = signUntil(settings.sessionSecret, purpose, { value: id, endsAt });
  return `${settings.publicUrl}/auth/confirm?token=${token}`;
}

export type LinkRefusal = 'expired' | 'used' | 'dead';

/**
 * Returns the sign-up of a confirmation link. Refuses `expired`, `used`, and `dead` for one that
 * another sign-up has replaced.
 */
export async function readLink(ctx: SignUpCtx, token: string): Promise<Result<SignUp, LinkRefusal>> {
  const signed = readSigned(ctx.settings.sessionSecret, purpose, { token, now: ctx.now() });
  const signUp = signed === null ? null : await repo.findSignUp(ctx.db, signed.value);
  if (signed === null || signUp === null) return refuse('dead');
  if (signUp.confirmedAt !== null) return refuse('used');
  return signed.hasEnded ? refuse('expired') : ok(signUp);
}

export type Confirmed = { userId: string; next: string; isAsker: boolean };

/**
 * Creates the account of the linked sign-up with its password, and deletes the other sign-ups with
 * its address.
 */
export async function confirmSignUp(
  ctx: SignUpCtx,
  token: string,
  deviceHash: string,
): Promise<Result<Confirmed, LinkRefusal>> {
  const link = await readLink(ctx, token);
  if (!link.ok) return link;
  return inTransaction(ctx.db, async (tx): Promise<Result<Confirmed, LinkRefusal>> => {
    const signUp = await repo.takeSignUp(tx, link.value, ctx.now());
    const userId = signUp === null ? null : await insertAccount(tx, signUp);
    if (signUp === null || userId === null) return refuse('dead');
    await repo.deleteWaiting(tx, signUp.email);
    await upsertConfirmed(tx, { userId, tokenHash: deviceHash }, ctx.now());
    return ok({ userId, next: signUp.next, isAsker: signUp.deviceHash === deviceHash });
  });
}

type Tried = { email: string; password: string; deviceHash: string };

/** True when this is the password of an unconfirmed sign-up. Takes as long if there is none. */
export async function isWaitingPassword({ db }: SignUpCtx, { email, password, deviceHash }: Tried): Promise<boolean> {
  const waiting = await repo.findWaiting(db, { email, deviceHash });
  return verifyPassword({ hash: waiting?.password ?? nobodysHash, password });
}

export type NewUser = { email: string; password: string; firstName: string; lastName: string };

/** Creates an account whose address the shop vouches for. Null if the address already has one. */
export async function createAccount({ db }: Pick<Ctx, 'db'>, user: NewUser): Promise<string | null> {
  const password = await hashPassword(user.password);
  return inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, { ...user, password });
    if (id === null) return null;
    await repo.deleteWaiting(tx, user.email);
    await updateStaffGrade(tx, id, isStaffLength(user.password));
    return id;
  });
}
