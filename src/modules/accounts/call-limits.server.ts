import { createAuthMiddleware, APIError } from 'better-auth/api';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { takeCode } from './authenticator/one-use.server.ts';
import * as repo from './repo.server.ts';
import { holdsLink, isCommonPassword, passwordMinOf, roleOf } from './rules.ts';

/** Where `handle` writes the client's address down for the library. */
export const ipHeader = 'x-client-ip';

const byAccount: Limit = { name: 'sign-in-account', points: 5, seconds: 900 };
const byIp: Limit = { name: 'sign-in-ip', points: 20, seconds: 900 };
const codesByIp: Limit = { name: 'sign-in-code-ip', points: 20, seconds: 900 };
const signUps: Limit = { name: 'sign-up-ip', points: 10, seconds: 3_600 };
/** Each sign-up sends a mail: nobody's post box is filled by others. */
const signUpsOfAddress: Limit = { name: 'sign-up-address', points: 5, seconds: 3_600 };
const resets: Limit = { name: 'reset-address', points: 3, seconds: 900 };

type CallCtx = Pick<Ctx, 'db' | 'settings'>;

const tooManyAttempts = 'Too many attempts. Please try again later.';

/** The points that a call costs: by address and, where a person is named, by that person. */
function costs(path: string, ip: string, email: string): [Limit, string][] {
  switch (path) {
    case '/sign-in/email':
      return [
        [byAccount, email],
        [byIp, ip],
      ];
    case '/sign-up/email':
      return [
        [signUps, ip],
        [signUpsOfAddress, email],
      ];
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
    case '/reset-password':
      return [[codesByIp, ip]];
    case '/request-password-reset':
    case '/send-verification-email':
      return [
        [resets, email],
        [signUps, ip],
      ];
    default:
      return [];
  }
}

/** A text field of a body of any form, '' where there is none. */
export function textOf(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null || !(field in body)) return '';
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : '';
}

function bad(message: string): APIError {
  return new APIError('BAD_REQUEST', { message });
}

function assertStrong(password: string, least: number): void {
  if (password.length < least) throw bad(`A password needs at least ${least} characters.`);
  if (isCommonPassword(password)) throw bad('This password is among the most common ones. Choose another.');
}

/** Email of a confirmation link's token, unproven: the library checks the signature after this. */
function claimedEmail(token: string): string {
  try {
    return textOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()), 'email');
  } catch {
    return '';
  }
}

async function beforeSignUp(ctx: CallCtx, body: unknown): Promise<void> {
  const name = textOf(body, 'name').trim();
  if (name === '' || name.length > 201) throw bad('Enter your first and last name.');
  const names = [name, textOf(body, 'firstName'), textOf(body, 'lastName')];
  if (names.some(holdsLink)) throw bad('Enter your first and last name, without a web address.');
  if (textOf(body, 'email').length > 255) throw bad('Enter an e-mail address of at most 255 characters.');
  assertStrong(textOf(body, 'password'), passwordMinOf('customer', ctx.settings.passwordMin));
  // Who registered this address without confirming it may not be its owner: the newest sign-up counts.
  await repo.deleteUnconfirmed(ctx.db, textOf(body, 'email').trim().toLowerCase());
}

type Library = { findVerificationValue(identifier: string): Promise<{ value: string } | null> };

async function beforeReset(ctx: CallCtx, library: Library, body: unknown): Promise<void> {
  const known = await library.findVerificationValue(`reset-password:${textOf(body, 'token')}`);
  const role = known === null ? 'customer' : roleOf(await repo.listRoles(ctx.db, known.value));
  assertStrong(textOf(body, 'newPassword'), passwordMinOf(role, ctx.settings.passwordMin));
}

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the library may see of a given code; a browser is never trusted to leave it out next time. */
async function codeIn(db: Db, call: Call) {
  const code = textOf(call.body, 'code');
  if (code === '') return undefined;
  const isBackup = call.path !== '/two-factor/verify-totp';
  return { context: { body: { code: isBackup ? code : await takeCode(db, call, code), trustDevice: false } } };
}

/** Runs before each of the library's calls: takes its points, and holds passwords, codes and links to the shop's rules. */
export function beforeCalls(ctx: CallCtx, limits: Limits) {
  return createAuthMiddleware(async (call) => {
    const { path, headers, body, query, context } = call;
    const email = textOf(body, 'email').trim().toLowerCase();
    for (const [limit, key] of costs(path, headers?.get(ipHeader) ?? 'unknown', email)) {
      if (await limits.take(limit, key)) continue;
      throw new APIError('TOO_MANY_REQUESTS', { message: tooManyAttempts });
    }
    if (path === '/sign-up/email') await beforeSignUp(ctx, body);
    if (path === '/reset-password') await beforeReset(ctx, context.internalAdapter, body);
    if (path.startsWith('/two-factor/verify-')) return codeIn(ctx.db, call);
    if (path !== '/verify-email') return undefined;
    const owner = await repo.findUser(ctx.db, claimedEmail(textOf(query, 'token')));
    if (owner === null || owner.id === textOf(query, 'for')) return undefined;
    // A link of an earlier sign-up with this address, whose password another may know.
    return { context: { query: { ...query, token: '' } } };
  });
}
