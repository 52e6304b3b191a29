import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { readSigned, signUntil } from '#platform/session/token.server.ts';
import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { truncate, oneLine } from '#shared/clean-text.ts';

import { isStaffLength, passwordMax } from './account.ts';
import type { SendMail } from './accounts.emails.server.ts';
import {
  claimSignUp,
  deletePendingSignUps,
  findPendingSignUp,
  findSignUp,
  findUser,
  insertAccount,
  insertSignUp,
  updateStaffGrade,
  type NewSignUp,
  type SignUp,
} from './accounts.queries.server.ts';
import { confirmDevice, deviceHeader } from './known-devices.server.ts';
import { upsertDevice } from './sessions.queries.server.ts';
import { safeNext } from './sign-in.ts';

type SignUpCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

const purpose = 'sign-up';
const linkHours = 24;
/** Hash to verify when there is no pending sign-up, so that the response takes as long. */
const unknownHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/**
 * Stores a sign-up beside other ones with this address. Null if the address already has an account.
 */
async function requestSignUp(ctx: SignUpCtx, signUp: NewSignUp): Promise<SignUp | null> {
  const password = await hashPassword(signUp.password);
  if ((await findUser(ctx.db, signUp.email)) !== null) return null;
  return insertSignUp(ctx.db, { ...signUp, password });
}

/** Returns the page of a sign-up's link. Mail it to the sign-up's address only. */
function confirmationUrl({ settings, now }: SignUpCtx, { id }: SignUp): string {
  const endsAt = new Date(now().getTime() + linkHours * 3_600_000);
  const token = signUntil(settings.sessionSecret, purpose, { value: id, endsAt });
  return `${settings.publicUrl}/auth/confirm?token=${token}`;
}

type LinkRefusal = 'expired' | 'used' | 'dead';

/**
 * Returns the sign-up of a confirmation link. Refuses `expired`, `used`, and `dead` for one that
 * another sign-up has replaced.
 */
export async function readLink(ctx: SignUpCtx, token: string): Promise<Result<SignUp, LinkRefusal>> {
  const signed = readSigned(ctx.settings.sessionSecret, purpose, { token, now: ctx.now() });
  const signUp = signed === null ? null : await findSignUp(ctx.db, signed.value);
  if (signed === null || signUp === null) return refuse('dead');
  if (signUp.confirmedAt !== null) return refuse('used');
  return signed.hasEnded ? refuse('expired') : ok(signUp);
}

/** `isRequester`: this browser requested the sign-up. */
type Confirmed = { userId: string; next: string; isRequester: boolean };

/**
 * Creates the account of the linked sign-up with its password, and deletes the other sign-ups with
 * its address.
 */
async function confirmSignUp(
  ctx: SignUpCtx,
  token: string,
  deviceHash: string,
): Promise<Result<Confirmed, LinkRefusal>> {
  const link = await readLink(ctx, token);
  if (!link.ok) return link;
  return inTransaction(ctx.db, async (tx): Promise<Result<Confirmed, LinkRefusal>> => {
    const signUp = await claimSignUp(tx, link.value, ctx.now());
    const userId = signUp === null ? null : await insertAccount(tx, signUp);
    if (signUp === null || userId === null) return refuse('dead');
    await deletePendingSignUps(tx, signUp.email);
    await upsertDevice(tx, { userId, tokenHash: deviceHash, addressConfirmedAt: ctx.now() });
    return ok({ userId, next: signUp.next, isRequester: signUp.deviceHash === deviceHash });
  });
}

type Credentials = { email: string; password: string; deviceHash: string };

/** True when this is the password of an unconfirmed sign-up. Takes as long if there is none. */
export async function isPendingPassword(
  { db }: SignUpCtx,
  { email, password, deviceHash }: Credentials,
): Promise<boolean> {
  const pending = await findPendingSignUp(db, { email, deviceHash });
  return verifyPassword({ hash: pending?.password ?? unknownHash, password });
}

export type NewUser = { email: string; password: string; firstName: string; lastName: string };

/** Creates an account whose address the shop vouches for. Null if the address already has one. */
export async function createAccount({ db }: Pick<Ctx, 'db'>, user: NewUser): Promise<string | null> {
  const password = await hashPassword(user.password);
  return inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, { ...user, password });
    if (id === null) return null;
    await deletePendingSignUps(tx, user.email);
    await updateStaffGrade(tx, id, isStaffLength(user.password));
    return id;
  });
}

const address = z
  .string()
  .overwrite(normalizeIdentifier)
  .refine(isEmailAddress, emailSentence)
  .transform((email) => email.toLowerCase());
const signUpInput = z.object({
  email: address,
  password: z.string().max(passwordMax),
  name: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  next: z.string().optional(),
});

/** Returns the first and last name, either as given or split from the full name. */
function signUpNames({ name, firstName = '', lastName = '' }: z.infer<typeof signUpInput>) {
  const [first = '', ...rest] = name.split(' ');
  const tidy = (text: string) => truncate(oneLine(text), 100);
  return { firstName: tidy(firstName) || tidy(first), lastName: tidy(lastName) || tidy(rest.join(' ')) };
}

export const deadLinkCodes: Record<LinkRefusal, string> = {
  expired: 'TOKEN_EXPIRED',
  used: 'TOKEN_USED',
  dead: 'INVALID_TOKEN',
};
const hashOf = (headers: Headers | undefined) => headers?.get(deviceHeader) ?? '';
const tokenInput = z.object({ token: z.string().max(500) });

/**
 * Replaces the library's calls of these names. A sign-up becomes an account only when its link is
 * pressed.
 */
export function signUpCalls(ctx: SignUpCtx, sendMail: SendMail) {
  const mailLink = (signUp: SignUp) => {
    const { email, firstName } = signUp;
    return sendMail('verify_email', { email, name: firstName }, confirmationUrl(ctx, signUp));
  };
  /**
   * Mails the owner of an existing account. Someone who forgot the account would otherwise wait for
   * a link that never comes; the page does not disclose it.
   */
  const mailOwner = async (email: string) => {
    const owner = await findUser(ctx.db, email);
    if (owner !== null) await sendMail('account_exists', { email, name: owner.name }, `${ctx.settings.publicUrl}/auth`);
  };
  return {
    id: 'sign-ups',
    endpoints: {
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST', body: signUpInput }, async (call) => {
        const { email, password, next = null } = call.body;
        const newSignUp = {
          email,
          password,
          ...signUpNames(call.body),
          next: safeNext(next),
          deviceHash: hashOf(call.headers),
        };
        const signUp = await requestSignUp(ctx, newSignUp);
        await (signUp === null ? mailOwner(email) : mailLink(signUp));
        return call.json({ status: true });
      }),
      sendVerificationEmail: createAuthEndpoint(
        '/send-verification-email',
        { method: 'POST', body: z.object({ email: address }) },
        async (call) => {
          const { email } = call.body;
          const pending = await findPendingSignUp(ctx.db, { email, deviceHash: hashOf(call.headers) });
          await (pending === null ? mailOwner(email) : mailLink(pending));
          return call.json({ status: true });
        },
      ),
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST', body: tokenInput }, async (call) => {
        const confirmed = await confirmSignUp(ctx, call.body.token, hashOf(call.headers));
        if (!confirmed.ok) throw new APIError('BAD_REQUEST', { code: deadLinkCodes[confirmed.reason] });
        const { userId, next, isRequester } = confirmed.value;
        // The link may be a stranger's. It signs in only the browser that requested it, and signs
        // nobody out.
        const signsIn = isRequester && (await getSessionFromCtx(call)) === null;
        const { internalAdapter } = call.context;
        const user = signsIn ? await internalAdapter.findUserById(userId) : null;
        if (user !== null) await setSessionCookie(call, { session: await internalAdapter.createSession(userId), user });
        return call.json({ isSignedIn: user !== null, next });
      }),
      confirmDevice: createAuthEndpoint('/confirm-device', { method: 'POST', body: tokenInput }, async (call) => {
        const isDone = await confirmDevice(ctx, call.body.token, hashOf(call.headers));
        if (!isDone) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
        return call.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}
