import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { fieldOf, stringProperty } from '#shared/read-property.ts';
import { normalizeIdentifier, normalizeCompactIdentifier } from '#shared/identifier.ts';

import { isStaffLength, minPasswordLength, passwordMax, roleOf } from './account.ts';
import type { SendMail } from './accounts.emails.server.ts';
import { findUser, findUserById, listRoles, updateStaffGrade } from './accounts.queries.server.ts';
import { deviceHeader, deviceUrl } from './known-devices.server.ts';
import { backupCodeHash, codeUser, hashStoredCodes, consumeTotpStep } from './one-use-codes.server.ts';
import { judgedProblem, type Judging, type Owner } from './passwords.server.ts';
import { appendSecurityEvent } from './security-log.server.ts';
import { kindOfAuthCall } from './security-log.ts';
import { isKnownDevice } from './sessions.queries.server.ts';
import { looksLikeLink, tooManyAttempts } from './sign-in.ts';
import { isPendingPassword } from './sign-up.server.ts';

/** Header in which `handle` passes the client address to the library. */
export const ipHeader = 'x-client-ip';

/**
 * Limits on sign-in attempts at one account from one browser or network. Five are free, then the
 * interval grows.
 */
const paced: Limit[] = [
  { name: 'sign-in-paced', points: 5, seconds: 900 },
  { name: 'sign-in-paced-hours', points: 10, seconds: 4 * 3_600 },
  { name: 'sign-in-paced-day', points: 20, seconds: 24 * 3_600 },
];
const byIp: Limit = { name: 'sign-in-ip', points: 20, seconds: 900 };
/**
 * Limit on attempts from browsers unknown to an account. Beyond it, such a browser needs a link
 * mailed to the account.
 */
const byNewDevices: Limit = { name: 'sign-in-new-devices', points: 100, seconds: 3_600 };
const deviceMails: Limit = { name: 'device-mails', points: 3, seconds: 3_600 };
const codesByIp: Limit = { name: 'sign-in-code-ip', points: 20, seconds: 900 };
/** Limits on wrong second-factor codes for one account from one browser or network. */
const pacedCodes: Limit[] = [
  { name: 'second-factor-paced', points: 5, seconds: 900 },
  { name: 'second-factor-paced-hours', points: 10, seconds: 4 * 3_600 },
  { name: 'second-factor-paced-day', points: 20, seconds: 24 * 3_600 },
];
/**
 * Limits on wrong second-factor codes for one account from unknown browsers. Beyond them, such a
 * browser needs a link mailed to the account. At 60 guesses a day against three valid codes in a
 * million, one succeeds in 5,500 days.
 */
const codesByNewDevices: Limit[] = [
  { name: 'second-factor-new-devices', points: 20, seconds: 3_600 },
  { name: 'second-factor-new-devices-day', points: 60, seconds: 24 * 3_600 },
];
const secondFactor = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);
/** Calls proven by a code or by a mailed link. */
const byCode = new Set([...secondFactor, '/reset-password', '/verify-email', '/confirm-device']);
const signUps: Limit = { name: 'sign-up-ip', points: 40, seconds: 3_600 };
/** Limit per address, because each sign-up sends a mail: nobody can flood another's inbox. */
const signUpsOfAddress: Limit = { name: 'sign-up-address', points: 5, seconds: 3_600 };
const mailRequests: Limit = { name: 'reset-paced', points: 3, seconds: 900 };
const mailsByNewDevices: Limit = { name: 'reset-new-devices', points: 10, seconds: 3_600 };

/** Page to which the link of a reset leads. */
export const resetPage = '/auth/reset';

type CallCtx = Pick<Ctx, 'db' | 'settings' | 'now' | 'log' | 'cacheLifetime'>;

const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';

/**
 * Sender of a call. A browser known to the account is limited on its own, any other with its
 * network.
 */
type Caller = { path: string; ip: string; email: string; deviceHash: string; isKnown: boolean };

const isAddress = (email: string) => email.length <= 180 && isEmailAddress(email);

/**
 * Returns the limit key of a typed address. A text that is no valid address is hashed, because it
 * may be too long for a key or hold characters that no column accepts.
 */
const keyOf = (email: string) => (isAddress(email) ? email : tokenHash(email));

/**
 * Returns the limits shared by all browsers unknown to the account. Reaching one requires the
 * mailed link.
 */
function newDeviceLimits({ path, email, isKnown }: Caller): Limit[] {
  if (isKnown || email === '') return [];
  if (path === '/sign-in/email') return [byNewDevices];
  return secondFactor.has(path) ? codesByNewDevices : [];
}

/**
 * Returns the points that a call costs: per network and, if it names an account, per account and
 * sender.
 */
function costs({ path, ip, email, deviceHash, isKnown }: Caller): [Limit, string][] {
  const account = keyOf(email);
  const pair = `${isKnown ? deviceHash : networkOf(ip)}:${account}`;
  const unlessKnown = (...limits: [Limit, string][]) => (isKnown ? [] : limits);
  switch (path) {
    case '/sign-in/email':
      return [...unlessKnown([byIp, ip]), ...paced.map((limit): [Limit, string] => [limit, pair])];
    case '/sign-up/email':
      return [
        [signUps, ip],
        [signUpsOfAddress, account],
      ];
    case '/request-password-reset':
    case '/send-verification-email':
      return [[mailRequests, pair], ...unlessKnown([signUps, ip], [mailsByNewDevices, account])];
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      if (email === '') return [[codesByIp, ip]];
      return [...unlessKnown([codesByIp, ip]), ...pacedCodes.map((limit): [Limit, string] => [limit, pair])];
    default:
      return byCode.has(path) ? [[codesByIp, ip]] : [];
  }
}

function badRequest(message: string): APIError {
  return new APIError('BAD_REQUEST', { message });
}

type NewPassword = { password: string; minLength: number; owner: Owner };

async function assertStrong(judging: Judging, { password, minLength, owner }: NewPassword): Promise<void> {
  if (password.length < minLength) throw badRequest(`A password needs at least ${minLength} characters.`);
  if (password.length > passwordMax) throw badRequest(`A password has at most ${passwordMax} characters.`);
  const refusal = await judgedProblem(judging, password, owner);
  if (refusal?.status === 429) refuseAttempt(refusal.message);
  if (refusal !== null) throw badRequest(refusal.message);
}

function beforeSignUp(judging: Judging, body: unknown): Promise<void> {
  const name = stringProperty(body, 'name').trim();
  if (name === '' || name.length > 201) throw badRequest('Enter your first and last name.');
  const names = [name, stringProperty(body, 'firstName'), stringProperty(body, 'lastName')];
  if (names.some(looksLikeLink)) throw badRequest('Enter your first and last name, without a web address.');
  if (stringProperty(body, 'email').length > 255) throw badRequest('Enter an email address of at most 255 characters.');
  const owner = { email: stringProperty(body, 'email'), name: names.join(' ') };
  const minLength = minPasswordLength('customer', judging.ctx.settings.passwordMin);
  return assertStrong(judging, { password: stringProperty(body, 'password'), minLength, owner });
}

type Library = { findVerificationValue(identifier: string): Promise<{ value: string } | null> };

type ResetCtx = Pick<CallCtx, 'db' | 'settings'>;

/**
 * Returns the account of a reset link, and the minimum length of its new password. Without an
 * account it is that of a customer.
 */
export async function findReset(ctx: ResetCtx, library: Library, token: string) {
  const link = await library.findVerificationValue(`reset-password:${token}`);
  const role = link === null ? 'customer' : roleOf(await listRoles(ctx.db, link.value));
  return { userId: link?.value ?? null, minLength: minPasswordLength(role, ctx.settings.passwordMin) };
}

async function beforeReset(judging: Judging, library: Library, body: unknown): Promise<void> {
  const { ctx } = judging;
  const { userId, minLength } = await findReset(ctx, library, stringProperty(body, 'token'));
  const owner = userId === null ? null : await findUserById(ctx.db, userId);
  await assertStrong(judging, { password: stringProperty(body, 'newPassword'), minLength, owner: owner ?? {} });
}

const costsWithKeys = (caller: Caller) => costs(caller).map(([limit, key]) => ({ limit, key }));

/** Returns all points that a second-factor code cost. */
const codeCosts = (caller: Caller) => [
  ...costsWithKeys(caller),
  ...newDeviceLimits(caller).map((limit) => ({ limit, key: keyOf(caller.email) })),
];

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Returns the code in the form that the library may see. No browser may skip the code next time.
 */
async function acceptableCode(ctx: CallCtx, call: Call) {
  const { db, settings } = ctx;
  const typed = normalizeCompactIdentifier(stringProperty(call.body, 'code'));
  if (typed === '') return undefined;
  const userId = await codeUser(call);
  if (userId !== null) await hashStoredCodes(db, settings.sessionSecret, userId);
  const isBackup = call.path === '/two-factor/verify-backup-code';
  const code = isBackup ? backupCodeHash(settings.sessionSecret, typed) : await consumeTotpStep(ctx, call, typed);
  return { context: { body: { code, trustDevice: false } } };
}

/**
 * Returns the email address of the account that a call is about. A second-factor code belongs to
 * the pending sign-in.
 */
async function accountEmail(db: Db, call: Call): Promise<string> {
  if (!secondFactor.has(call.path)) return normalizeIdentifier(stringProperty(call.body, 'email')).toLowerCase();
  const userId = call.context.newSession?.user.id ?? (await codeUser(call));
  return userId === null ? '' : ((await findUserById(db, userId))?.email ?? '');
}

async function readCaller(db: Db, call: Call): Promise<Caller> {
  const { path, headers } = call;
  const email = await accountEmail(db, call);
  const deviceHash = headers?.get(deviceHeader) ?? '';
  const isKnown = isAddress(email) && (await isKnownDevice(db, email, deviceHash));
  return { path, ip: headers?.get(ipHeader) ?? 'unknown', email, deviceHash, isKnown };
}

function refuseAttempt(message: string): never {
  throw new APIError('TOO_MANY_REQUESTS', { message });
}

/**
 * Mails the owner of an account under attack a link to sign in anyway. Responds the same if there
 * is no account.
 */
async function requireMail({ ctx, limits, sendMail }: CallParts, email: string): Promise<never> {
  const user = isAddress(email) ? await findUser(ctx.db, email) : null;
  if (user !== null && (await limits.consume(deviceMails, keyOf(email)))) {
    await sendMail('confirm_device', { email, name: user.name }, deviceUrl(ctx, user.id));
  }
  return refuseAttempt(mailFirst);
}

/** Reports an unconfirmed sign-up, only to callers who know its password. */
async function refuseUnconfirmed(ctx: CallCtx, { email, deviceHash }: Caller, password: string): Promise<void> {
  if (!isAddress(email) || (await findUser(ctx.db, email)) !== null) return;
  if (!(await isPendingPassword(ctx, { email, password, deviceHash }))) return;
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
}

type CallParts = { ctx: CallCtx; limits: Limits; sendMail: SendMail };

/** Records the result of a library call with its account. */
async function recordCall(ctx: CallCtx, caller: Caller, status: number): Promise<void> {
  const kind = kindOfAuthCall(caller.path, status);
  if (kind === null) return;
  const { email, ip, path } = caller;
  const user = isAddress(email) ? await findUser(ctx.db, email) : null;
  await appendSecurityEvent(ctx, { kind, subject: path, account: email, accountId: user?.id ?? null, ip });
}

/**
 * Runs before each library call: takes its points, and applies the shop's rules to passwords and
 * codes.
 */
export function beforeCalls(parts: CallParts) {
  const { ctx, limits } = parts;
  return createAuthMiddleware(async (call) => {
    const { path, body, context } = call;
    if (path === '/reset-password/:token' && stringProperty(call.query, 'callbackURL') !== resetPage) {
      throw new APIError('FORBIDDEN', { message: 'Invalid callbackURL' });
    }
    const caller = await readCaller(ctx.db, call);
    const judging = { ctx, limits, ip: caller.ip };
    if (path === '/sign-up/email') await beforeSignUp(judging, body);
    for (const [limit, key] of costs(caller)) {
      if (await limits.consume(limit, key)) continue;
      await recordCall(ctx, caller, 429);
      refuseAttempt(tooManyAttempts);
    }
    for (const limit of newDeviceLimits(caller)) {
      if (!(await limits.consume(limit, keyOf(caller.email)))) await requireMail(parts, caller.email);
    }
    if (path === '/sign-in/email') await refuseUnconfirmed(ctx, caller, stringProperty(body, 'password'));
    if (path === '/reset-password') await beforeReset(judging, context.internalAdapter, body);
    if (!secondFactor.has(path))
      return stringProperty(body, 'email') === '' ? undefined : { context: { body: { email: caller.email } } };
    try {
      return await acceptableCode(ctx, call);
    } catch (error) {
      // An already accepted code is not a guess.
      await limits.restorePoints(codeCosts(caller));
      throw error;
    }
  });
}

/**
 * Runs after each library call. Records the result, returns the points of a successful call, and
 * stores whether the password has staff length.
 */
export function afterCalls({ ctx, limits }: CallParts) {
  return createAuthMiddleware(async (call) => {
    const { path, body } = call;
    const { returned } = call.context;
    const isSignIn = path === '/sign-in/email';
    const status = isAPIError(returned) ? returned.statusCode : 200;
    if (path === '/request-password-reset') await recordCall(ctx, await readCaller(ctx.db, call), status);
    if (!isSignIn && !byCode.has(path)) return;
    const caller = await readCaller(ctx.db, call);
    // Codes of a signed-in user are recorded with the action that they confirm.
    const isConfirming = secondFactor.has(path) && (await getSessionFromCtx(call)) !== null;
    if (!isConfirming) await recordCall(ctx, caller, status);
    // Many customers share one address, so only wrong passwords, codes and links count.
    if (!isAPIError(returned))
      await limits.restorePoints(secondFactor.has(path) ? codeCosts(caller) : costsWithKeys(caller));
    if (!isSignIn) return;
    const password = stringProperty(body, 'password');
    const userId = stringProperty(fieldOf(returned, 'user'), 'id');
    if (userId !== '') await updateStaffGrade(ctx.db, userId, isStaffLength(password));
    if (!isAPIError(returned) || returned.statusCode !== 401) return;
    const { email } = caller;
    // An address without an account costs the same work, so that the response time discloses
    // nothing.
    if ((await findUser(ctx.db, email)) !== null) await isPendingPassword(ctx, { email, password, deviceHash: '' });
  });
}
