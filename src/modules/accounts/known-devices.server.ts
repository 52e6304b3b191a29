import type { Ctx } from '#platform/ctx.server.ts';
import { tokenCookie } from '#platform/http/token-cookie.server.ts';
import { newToken, readSigned, signUntil, tokenHash } from '#platform/session/token.server.ts';

import { findUserById } from './accounts.queries.server.ts';
import { upsertDevice } from './sessions.queries.server.ts';

type DeviceCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

/** Header in which `handle` passes the hash of the device cookie to the library. */
export const deviceHeader = 'x-device-hash';

const purpose = 'device';
const linkHours = 1;
const cookie = tokenCookie('device', 400);

/** Returns the hash of a browser's device cookie, or '' if it has none. */
export function deviceHashOf(headers: Headers, publicUrl: string): string {
  const token = cookie.read(headers, publicUrl);
  return token === null ? '' : tokenHash(token);
}

/**
 * Returns the browser of a request. A browser without a token gets a new one, and `cookie` then
 * sets it.
 */
export function requestDevice(headers: Headers, publicUrl: string) {
  const known = cookie.read(headers, publicUrl);
  if (known !== null) return { hash: tokenHash(known), cookie: null };
  const token = newToken();
  return { hash: tokenHash(token), cookie: cookie.headerOf(token, publicUrl) };
}

/**
 * Returns the page that makes a browser known to the account. Mail it to the account's address
 * only.
 */
export function deviceUrl({ settings, now }: Pick<Ctx, 'settings' | 'now'>, userId: string): string {
  const endsAt = new Date(now().getTime() + linkHours * 3_600_000);
  return `${settings.publicUrl}/auth/device?token=${signUntil(settings.sessionSecret, purpose, { value: userId, endsAt })}`;
}

/** Returns the account of a mailed browser link, or null if the link has expired. */
export async function linkedAccount({ db, settings, now }: DeviceCtx, token: string): Promise<string | null> {
  const signed = readSigned(settings.sessionSecret, purpose, { token, now: now() });
  if (signed === null || signed.hasEnded) return null;
  return (await findUserById(db, signed.value)) === null ? null : signed.value;
}

/**
 * Makes this browser known to the link's account, with the address confirmed. Returns false if the
 * link has expired.
 */
export async function confirmDevice(ctx: DeviceCtx, token: string, deviceHash: string): Promise<boolean> {
  const userId = await linkedAccount(ctx, token);
  if (userId === null) return false;
  await upsertDevice(ctx.db, { userId, tokenHash: deviceHash, addressConfirmedAt: ctx.now() });
  return true;
}
