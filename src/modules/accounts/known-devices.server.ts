import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/one-row.server.ts';
import { readSigned, signUntil, newToken, tokenHash } from '#platform/session/token.server.ts';
import { tokenCookie } from '#platform/http/token-cookie.server.ts';

import { devices, users } from './tables.server.ts';

type DeviceCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

const purpose = 'device';
const linkHours = 1;

/** True when this account has been used in this browser before. */
export function isKnownDevice(db: Db, email: string, tokenHash: string): Promise<boolean> {
  const isThis = and(eq(users.email, email), eq(devices.tokenHash, tokenHash));
  return hasRow(db.select({ id: users.id }).from(devices).innerJoin(users, eq(users.id, devices.userId)).where(isThis));
}

type Device = { userId: string; tokenHash: string };

/** Records that the account was used in this browser. Earlier proofs in it remain. */
export async function upsertSeen(db: Db, device: Device, proven: { addressConfirmedAt?: Date } = {}): Promise<void> {
  await db
    .insert(devices)
    .values({ ...device, ...proven })
    .onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set: { ...proven, seenAt: sql`now()` } });
}

/** Records that a mailed link was pressed in this browser. */
export const upsertConfirmed = (db: Db, device: Device, at: Date) => upsertSeen(db, device, { addressConfirmedAt: at });

export async function deleteDevicesOf(db: Db, userId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
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
export async function accountOfLink({ db, settings, now }: DeviceCtx, token: string): Promise<string | null> {
  const signed = readSigned(settings.sessionSecret, purpose, { token, now: now() });
  if (signed === null || signed.hasEnded) return null;
  return (await db.$count(users, eq(users.id, signed.value))) === 1 ? signed.value : null;
}

/**
 * Makes this browser known to the link's account, with the address confirmed. Returns false if the
 * link has expired.
 */
export async function confirmDevice(ctx: DeviceCtx, token: string, tokenHash: string): Promise<boolean> {
  const userId = await accountOfLink(ctx, token);
  if (userId !== null) await upsertConfirmed(ctx.db, { userId, tokenHash }, ctx.now());
  return userId !== null;
}

/** Header in which `handle` passes the hash of the device cookie to the library. */
export const deviceHeader = 'x-device-hash';

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
export function deviceOf(headers: Headers, publicUrl: string) {
  const known = cookie.read(headers, publicUrl);
  if (known !== null) return { hash: tokenHash(known), cookie: null };
  const token = newToken();
  return { hash: tokenHash(token), cookie: cookie.headerOf(token, publicUrl) };
}
