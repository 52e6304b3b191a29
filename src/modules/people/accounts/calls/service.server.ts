import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { identifier, solidIdentifier } from '#shared/identifier.ts';
import { fieldOf, textOf } from '#shared/field-of.ts';

import type { SendMail } from '../email.server.ts';
import { takeCode } from '../authenticator/one-use/service.server.ts';
import { commonProblem, isCommonPassword } from '../passwords/service.server.ts';
import { deviceHeader } from '../devices/cookie/service.server.ts';
import { deviceUrl, isKnownDevice } from '../devices/service.server.ts';
import * as repo from '../repo.server.ts';
import { holdsLink, isStaffLength, passwordMinOf, roleOf } from '../rules.ts';
import { isWaitingPassword } from '../sign-up/service.server.ts';

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
/** Calls that are proven by a code, or by a mailed link. */
const byCode = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/reset-password',
  '/verify-email',
  '/confirm-device',
]);
const signUps: Limit = { name: 'sign-up-ip', points: 40, seconds: 3_600 };
/** Each sign-up sends a mail: nobody's post box is filled by others. */
const signUpsOfAddress: Limit = { name: 'sign-up-address', points: 5, seconds: 3_600 };
const mailsAsked: Limit = { name: 'reset-paced', points: 3, seconds: 900 };
const mailsByNewDevices: Limit = { name: 'reset-new-devices', points: 10, seconds: 3_600 };

type CallCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

const tooManyAttempts = 'Too many attempts. Please try again later.';
export const mailFirst =
  'Too many attempts from other places. We sent the owner of this account a link: open it in this browser, then sign in here.';

/** Who calls: a browser that the account knows counts for itself, any other one with its network. */
type Caller = { path: string; ip: string; email: string; deviceHash: string; isKnown: boolean };

const isAddress = (email: string) => email.length <= 180 && isEmailAddress(email);

/** The key of a limit for a typed address, which may be longer than a key, and hold what no column takes. */
const keyOf = (email: string) => (isAddress(email) ? email : tokenHash(email));

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
    default:
      return byCode.has(path) ? [[codesByIp, ip]] : [];
  }
}

function bad(message: string): APIError {
  return new APIError('BAD_REQUEST', { message });
}

async function assertStrong(password: string, least: number): Promise<void> {
  if (password.length < least) throw bad(`A password needs at least ${least} characters.`);
  if (await isCommonPassword(password)) throw bad(commonProblem);
}

function beforeSignUp(ctx: CallCtx, body: unknown): Promise<void> {
  const name = textOf(body, 'name').trim();
  if (name === '' || name.length > 201) throw bad('Enter your first and last name.');
  const names = [name, textOf(body, 'firstName'), textOf(body, 'lastName')];
  if (names.some(holdsLink)) throw bad('Enter your first and last name, without a web address.');
  if (textOf(body, 'email').length > 255) throw bad('Enter an e-mail address of at most 255 characters.');
  return assertStrong(textOf(body, 'password'), passwordMinOf('customer', ctx.settings.passwordMin));
}

type Library = { findVerificationValue(identifier: string): Promise<{ value: string } | null> };

async function beforeReset(ctx: CallCtx, library: Library, body: unknown): Promise<void> {
  const known = await library.findVerificationValue(`reset-password:${textOf(body, 'token')}`);
  const role = known === null ? 'customer' : roleOf(await repo.listRoles(ctx.db, known.value));
  await assertStrong(textOf(body, 'newPassword'), passwordMinOf(role, ctx.settings.passwordMin));
}

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the library may see of a given code; a browser is never trusted to leave it out next time. */
async function codeIn(db: Db, call: Call) {
  const code = solidIdentifier(textOf(call.body, 'code'));
  if (code === '') return undefined;
  const isBackup = call.path !== '/two-factor/verify-totp';
  return { context: { body: { code: isBackup ? code : await takeCode(db, call, code), trustDevice: false } } };
}

async function callerOf(db: Db, { path, headers, body }: Call): Promise<Caller> {
  const email = identifier(textOf(body, 'email')).toLowerCase();
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

/** Runs before each of the library's calls: takes its points, and holds passwords and codes to the shop's rules. */
export function beforeCalls(parts: CallParts) {
  const { ctx, limits } = parts;
  return createAuthMiddleware(async (call) => {
    const { path, body, context } = call;
    const caller = await callerOf(ctx.db, call);
    for (const [limit, key] of costs(caller)) if (!(await limits.take(limit, key))) refuseTry(tooManyAttempts);
    if (path === '/sign-in/email' && !caller.isKnown && !(await limits.take(byNewDevices, keyOf(caller.email)))) {
      await askForMail(parts, caller.email);
    }
    if (path === '/sign-in/email') await refuseUnconfirmed(ctx, caller, textOf(body, 'password'));
    if (path === '/sign-up/email') await beforeSignUp(ctx, body);
    if (path === '/reset-password') await beforeReset(ctx, context.internalAdapter, body);
    if (path.startsWith('/two-factor/verify-')) return codeIn(ctx.db, call);
    return textOf(body, 'email') === '' ? undefined : { context: { body: { email: caller.email } } };
  });
}

/** Runs after each of the library's calls: what a password that was right or wrong tells the shop. */
export function afterCalls({ ctx, limits }: CallParts) {
  return createAuthMiddleware(async (call) => {
    const { path, body } = call;
    const { returned } = call.context;
    const isSignIn = path === '/sign-in/email';
    if (!isSignIn && !byCode.has(path)) return;
    const caller = await callerOf(ctx.db, call);
    // Behind one address are many customers: only wrong passwords, codes and links count.
    if (!isAPIError(returned)) await limits.giveBack(costs(caller).map(([limit, key]) => ({ limit, key })));
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
