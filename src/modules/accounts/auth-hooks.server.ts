import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';

import { kindOfAuthCall } from './security-log.ts';
import { appendSecurityEvent } from './security-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { identifier, solidIdentifier } from '#shared/identifier.ts';
import { fieldOf, textOf } from '#shared/field-of.ts';

import type { SendMail } from './accounts.emails.server.ts';
import { backupCodeHash, giverOf, hashStoredCodes, takeCode } from './one-use-codes.server.ts';
import { guessableProblem, type Owner } from './passwords.server.ts';
import { deviceHeader } from './known-devices.server.ts';
import { deviceUrl, isKnownDevice } from './known-devices.server.ts';
import * as repo from './accounts.queries.server.ts';
import { holdsLink, isStaffLength, passwordMinOf, roleOf } from './account.ts';
import { isWaitingPassword } from './sign-up.server.ts';

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
export const byNewDevices: Limit = { name: 'sign-in-new-devices', points: 100, seconds: 3_600 };
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

type CallCtx = Pick<Ctx, 'db' | 'settings' | 'now' | 'log'>;

const tooManyAttempts = 'Too many attempts. Please try again later.';
export const mailFirst =
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
  const ofOthers = (...limits: [Limit, string][]) => (isKnown ? [] : limits);
  switch (path) {
    case '/sign-in/email':
      return [...ofOthers([byIp, ip]), ...paced.map((limit): [Limit, string] => [limit, pair])];
    case '/sign-up/email':
      return [
        [signUps, ip],
        [signUpsOfAddress, account],
      ];
    case '/request-password-reset':
    case '/send-verification-email':
      return [[mailRequests, pair], ...ofOthers([signUps, ip], [mailsByNewDevices, account])];
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      if (email === '') return [[codesByIp, ip]];
      return [...ofOthers([codesByIp, ip]), ...pacedCodes.map((limit): [Limit, string] => [limit, pair])];
    default:
      return byCode.has(path) ? [[codesByIp, ip]] : [];
  }
}

function bad(message: string): APIError {
  return new APIError('BAD_REQUEST', { message });
}

async function assertStrong(password: string, least: number, owner: Owner): Promise<void> {
  if (password.length < least) throw bad(`A password needs at least ${least} characters.`);
  const problem = await guessableProblem(password, owner);
  if (problem !== null) throw bad(problem);
}

function beforeSignUp(ctx: CallCtx, body: unknown): Promise<void> {
  const name = textOf(body, 'name').trim();
  if (name === '' || name.length > 201) throw bad('Enter your first and last name.');
  const names = [name, textOf(body, 'firstName'), textOf(body, 'lastName')];
  if (names.some(holdsLink)) throw bad('Enter your first and last name, without a web address.');
  if (textOf(body, 'email').length > 255) throw bad('Enter an e-mail address of at most 255 characters.');
  const owner = { email: textOf(body, 'email'), name: names.join(' ') };
  return assertStrong(textOf(body, 'password'), passwordMinOf('customer', ctx.settings.passwordMin), owner);
}

type Library = { findVerificationValue(identifier: string): Promise<{ value: string } | null> };

async function beforeReset(ctx: CallCtx, library: Library, body: unknown): Promise<void> {
  const known = await library.findVerificationValue(`reset-password:${textOf(body, 'token')}`);
  const role = known === null ? 'customer' : roleOf(await repo.listRoles(ctx.db, known.value));
  const owner = known === null ? null : await repo.findUserById(ctx.db, known.value);
  await assertStrong(textOf(body, 'newPassword'), passwordMinOf(role, ctx.settings.passwordMin), owner ?? {});
}

const takesOf = (caller: Caller) => costs(caller).map(([limit, key]) => ({ limit, key }));

/** Returns all points that a second-factor code cost. */
const codeCosts = (caller: Caller) => [
  ...takesOf(caller),
  ...newDeviceLimits(caller).map((limit) => ({ limit, key: keyOf(caller.email) })),
];

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Returns the code in the form that the library may see. No browser may skip the code next time.
 */
async function codeIn({ db, settings }: CallCtx, call: Call) {
  const typedCode = solidIdentifier(textOf(call.body, 'code'));
  if (typedCode === '') return undefined;
  const userId = await giverOf(call);
  if (userId !== null) await hashStoredCodes(db, settings.sessionSecret, userId);
  const isBackup = call.path === '/two-factor/verify-backup-code';
  const code = isBackup ? backupCodeHash(settings.sessionSecret, typedCode) : await takeCode(db, call, typedCode);
  return { context: { body: { code, trustDevice: false } } };
}

/**
 * Returns the e-mail address of the account that a call is about. A second-factor code belongs to
 * the pending sign-in.
 */
async function accountOf(db: Db, call: Call): Promise<string> {
  if (!secondFactor.has(call.path)) return identifier(textOf(call.body, 'email')).toLowerCase();
  const userId = call.context.newSession?.user.id ?? (await giverOf(call));
  return userId === null ? '' : ((await repo.findUserById(db, userId))?.email ?? '');
}

async function callerOf(db: Db, call: Call): Promise<Caller> {
  const { path, headers } = call;
  const email = await accountOf(db, call);
  const deviceHash = headers?.get(deviceHeader) ?? '';
  const isKnown = isAddress(email) && (await isKnownDevice(db, email, deviceHash));
  return { path, ip: headers?.get(ipHeader) ?? 'unknown', email, deviceHash, isKnown };
}

function refuseTry(message: string): never {
  throw new APIError('TOO_MANY_REQUESTS', { message });
}

/**
 * Mails the owner of an account under attack a link to sign in anyway. Responds the same if there
 * is no account.
 */
async function askForMail({ ctx, limits, sendMail }: CallParts, email: string): Promise<never> {
  const user = isAddress(email) ? await repo.findUser(ctx.db, email) : null;
  if (user !== null && (await limits.take(deviceMails, keyOf(email)))) {
    await sendMail('confirm_device', { email, name: user.name }, deviceUrl(ctx, user.id));
  }
  return refuseTry(mailFirst);
}

/** Reports an unconfirmed sign-up, only to callers who know its password. */
async function refuseUnconfirmed(ctx: CallCtx, { email, deviceHash }: Caller, password: string): Promise<void> {
  if (!isAddress(email) || (await repo.findUser(ctx.db, email)) !== null) return;
  if (!(await isWaitingPassword(ctx, { email, password, deviceHash }))) return;
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
}

export type CallParts = { ctx: CallCtx; limits: Limits; sendMail: SendMail };

/** Records the result of a library call with its account. */
async function recordCall(ctx: CallCtx, caller: Caller, status: number): Promise<void> {
  const kind = kindOfAuthCall(caller.path, status);
  if (kind === null) return;
  const { email, ip, path } = caller;
  const user = isAddress(email) ? await repo.findUser(ctx.db, email) : null;
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
    const caller = await callerOf(ctx.db, call);
    for (const [limit, key] of costs(caller)) {
      if (await limits.take(limit, key)) continue;
      await recordCall(ctx, caller, 429);
      refuseTry(tooManyAttempts);
    }
    for (const limit of newDeviceLimits(caller)) {
      if (!(await limits.take(limit, keyOf(caller.email)))) await askForMail(parts, caller.email);
    }
    if (path === '/sign-in/email') await refuseUnconfirmed(ctx, caller, textOf(body, 'password'));
    if (path === '/sign-up/email') await beforeSignUp(ctx, body);
    if (path === '/reset-password') await beforeReset(ctx, context.internalAdapter, body);
    if (!secondFactor.has(path))
      return textOf(body, 'email') === '' ? undefined : { context: { body: { email: caller.email } } };
    try {
      return await codeIn(ctx, call);
    } catch (error) {
      // An already accepted code is not a guess.
      await limits.giveBack(codeCosts(caller));
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
    if (path === '/request-password-reset') await recordCall(ctx, await callerOf(ctx.db, call), status);
    if (!isSignIn && !byCode.has(path)) return;
    const caller = await callerOf(ctx.db, call);
    // Codes of a signed-in user are recorded with the action that they confirm.
    const isConfirming = secondFactor.has(path) && (await getSessionFromCtx(call)) !== null;
    if (!isConfirming) await recordCall(ctx, caller, status);
    // Many customers share one address, so only wrong passwords, codes and links count.
    if (!isAPIError(returned)) await limits.giveBack(secondFactor.has(path) ? codeCosts(caller) : takesOf(caller));
    if (!isSignIn) return;
    const password = textOf(body, 'password');
    const userId = textOf(fieldOf(returned, 'user'), 'id');
    if (userId !== '') await repo.updateStaffGrade(ctx.db, userId, isStaffLength(password));
    if (!isAPIError(returned) || returned.statusCode !== 401) return;
    const { email } = caller;
    // An address without an account costs the same work, so that the response time discloses
    // nothing.
    if ((await repo.findUser(ctx.db, email)) !== null)
      await isWaitingPassword(ctx, { email, password, deviceHash: '' });
  });
}
