import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';

import { kindOfAuthCall } from './security-event.ts';
import { noteSecurityEvent } from './security-log.server.ts';
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
import { deviceHeader } from './device-cookie.server.ts';
import { deviceUrl, isKnownDevice } from './known-devices.server.ts';
import * as repo from './accounts.queries.server.ts';
import { holdsLink, isStaffLength, passwordMinOf, roleOf } from './account.ts';
import { isWaitingPassword } from './sign-up.server.ts';

/** Where `handle` writes the client's address down for the library. */
export const ipHeader = 'x-client-ip';

/** Tries to enter one account from one browser or network: 5 are free, then each stretch takes longer. */
const paced: Limit[] = [
  { name: 'sign-in-paced', points: 5, seconds: 900 },
  { name: 'sign-in-paced-hours', points: 10, seconds: 4 * 3_600 },
  { name: 'sign-in-paced-day', points: 20, seconds: 24 * 3_600 },
];
const byIp: Limit = { name: 'sign-in-ip', points: 20, seconds: 900 };
/** Tries of browsers that an account does not know: beyond these, such a browser needs a link from the account's mail. */
export const byNewDevices: Limit = { name: 'sign-in-new-devices', points: 100, seconds: 3_600 };
const deviceMails: Limit = { name: 'device-mails', points: 3, seconds: 3_600 };
const codesByIp: Limit = { name: 'sign-in-code-ip', points: 20, seconds: 900 };
/** Wrong second-factor codes for one account from one browser or network. */
const pacedCodes: Limit[] = [
  { name: 'second-factor-paced', points: 5, seconds: 900 },
  { name: 'second-factor-paced-hours', points: 10, seconds: 4 * 3_600 },
  { name: 'second-factor-paced-day', points: 20, seconds: 24 * 3_600 },
];
/**
 * Wrong second-factor codes for one account from browsers that it does not know. Beyond these, such a browser needs a
 * link from the account's mail. 60 guesses a day at three valid codes of a million find one in 5,500 days.
 */
const codesByNewDevices: Limit[] = [
  { name: 'second-factor-new-devices', points: 20, seconds: 3_600 },
  { name: 'second-factor-new-devices-day', points: 60, seconds: 24 * 3_600 },
];
const secondFactor = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);
/** Calls that are proven by a code, or by a mailed link. */
const byCode = new Set([...secondFactor, '/reset-password', '/verify-email', '/confirm-device']);
const signUps: Limit = { name: 'sign-up-ip', points: 40, seconds: 3_600 };
/** Each sign-up sends a mail: nobody's post box is filled by others. */
const signUpsOfAddress: Limit = { name: 'sign-up-address', points: 5, seconds: 3_600 };
const mailsAsked: Limit = { name: 'reset-paced', points: 3, seconds: 900 };
const mailsByNewDevices: Limit = { name: 'reset-new-devices', points: 10, seconds: 3_600 };

type CallCtx = Pick<Ctx, 'db' | 'settings' | 'now' | 'log'>;

const tooManyAttempts = 'Too many attempts. Please try again later.';
export const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';

/** Who calls: a browser that the account knows counts for itself, any other one with its network. */
type Caller = { path: string; ip: string; email: string; deviceHash: string; isKnown: boolean };

const isAddress = (email: string) => email.length <= 180 && isEmailAddress(email);

/** The key of a limit for a typed address, which may be longer than a key, and hold what no column takes. */
const keyOf = (email: string) => (isAddress(email) ? email : tokenHash(email));

/** Limits of an account over all browsers that it does not know. A reached one asks for the mailed link. */
function newDeviceLimits({ path, email, isKnown }: Caller): Limit[] {
  if (isKnown || email === '') return [];
  if (path === '/sign-in/email') return [byNewDevices];
  return secondFactor.has(path) ? codesByNewDevices : [];
}

/** The points that a call costs: by network and, where a person is named, by that person and who tries to be them. */
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
      return [[mailsAsked, pair], ...ofOthers([signUps, ip], [mailsByNewDevices, account])];
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

/** Every point that a second-factor code cost. */
const codeCosts = (caller: Caller) => [
  ...takesOf(caller),
  ...newDeviceLimits(caller).map((limit) => ({ limit, key: keyOf(caller.email) })),
];

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The code as the library may see it. No browser is trusted to leave the code out next time. */
async function codeIn({ db, settings }: CallCtx, call: Call) {
  const given = solidIdentifier(textOf(call.body, 'code'));
  if (given === '') return undefined;
  const userId = await giverOf(call);
  if (userId !== null) await hashStoredCodes(db, settings.sessionSecret, userId);
  const isBackup = call.path === '/two-factor/verify-backup-code';
  const code = isBackup ? backupCodeHash(settings.sessionSecret, given) : await takeCode(db, call, given);
  return { context: { body: { code, trustDevice: false } } };
}

/** The e-mail address of the account that a call is about; a second-factor code belongs to the sign-in that waits. */
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

/** Mails the owner of an account that many try to enter how to get in nevertheless; says the same where there is no account. */
async function askForMail({ ctx, limits, sendMail }: CallParts, email: string): Promise<never> {
  const user = isAddress(email) ? await repo.findUser(ctx.db, email) : null;
  if (user !== null && (await limits.take(deviceMails, keyOf(email)))) {
    await sendMail('confirm_device', { email, name: user.name }, deviceUrl(ctx, user.id));
  }
  return refuseTry(mailFirst);
}

/** Tells whoever knows the password of a sign-up that it waits for its confirmation. */
async function refuseUnconfirmed(ctx: CallCtx, { email, deviceHash }: Caller, password: string): Promise<void> {
  if (!isAddress(email) || (await repo.findUser(ctx.db, email)) !== null) return;
  if (!(await isWaitingPassword(ctx, { email, password, deviceHash }))) return;
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
}

export type CallParts = { ctx: CallCtx; limits: Limits; sendMail: SendMail };

/** Records what a call of the library came to, with the account that it is about. */
async function recordCall(ctx: CallCtx, caller: Caller, status: number): Promise<void> {
  const kind = kindOfAuthCall(caller.path, status);
  if (kind === null) return;
  const { email, ip, path } = caller;
  const user = isAddress(email) ? await repo.findUser(ctx.db, email) : null;
  await noteSecurityEvent(ctx, { kind, subject: path, account: email, accountId: user?.id ?? null, ip });
}

/** Runs before each of the library's calls: takes its points, and holds passwords and codes to the shop's rules. */
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
      // A code that was accepted before is no guess.
      await limits.giveBack(codeCosts(caller));
      throw error;
    }
  });
}

/** Runs after each of the library's calls: what a password that was right or wrong tells the shop. */
export function afterCalls({ ctx, limits }: CallParts) {
  return createAuthMiddleware(async (call) => {
    const { path, body } = call;
    const { returned } = call.context;
    const isSignIn = path === '/sign-in/email';
    const status = isAPIError(returned) ? returned.statusCode : 200;
    if (path === '/request-password-reset') await recordCall(ctx, await callerOf(ctx.db, call), status);
    if (!isSignIn && !byCode.has(path)) return;
    const caller = await callerOf(ctx.db, call);
    // Codes of a person who is signed in are recorded with what they confirm.
    const isConfirming = secondFactor.has(path) && (await getSessionFromCtx(call)) !== null;
    if (!isConfirming) await recordCall(ctx, caller, status);
    // Behind one address are many customers: only wrong passwords, codes and links count.
    if (!isAPIError(returned)) await limits.giveBack(secondFactor.has(path) ? codeCosts(caller) : takesOf(caller));
    if (!isSignIn) return;
    const password = textOf(body, 'password');
    const userId = textOf(fieldOf(returned, 'user'), 'id');
    if (userId !== '') await repo.updateStaffGrade(ctx.db, userId, isStaffLength(password));
    if (!isAPIError(returned) || returned.statusCode !== 401) return;
    const { email } = caller;
    // An address without an account costs the same work: how long an answer takes tells nothing.
    if ((await repo.findUser(ctx.db, email)) !== null)
      await isWaitingPassword(ctx, { email, password, deviceHash: '' });
  });
}
