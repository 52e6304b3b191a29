import type { Ctx } from '#platform/ctx.server.ts';
import { readSigned, signUntil } from '#platform/session/token.server.ts';

import { existsUser } from '../repo.server.ts';
import * as repo from './repo.server.ts';

type DeviceCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

const purpose = 'device';
const linkHours = 1;

/** A page that makes the browser in which it is confirmed one that the account knows; to be mailed to the account's address only. */
export function deviceUrl({ settings, now }: Pick<Ctx, 'settings' | 'now'>, userId: string): string {
  const endsAt = new Date(now().getTime() + linkHours * 3_600_000);
  return `${settings.publicUrl}/auth/device?token=${signUntil(settings.sessionSecret, purpose, { value: userId, endsAt })}`;
}

/** The account of a mailed link for a browser, or null when the link has ended. */
export async function accountOfLink({ db, settings, now }: DeviceCtx, token: string): Promise<string | null> {
  const signed = readSigned(settings.sessionSecret, purpose, { token, now: now() });
  if (signed === null || signed.hasEnded) return null;
  return (await existsUser(db, signed.value)) ? signed.value : null;
}

/** Makes this browser one that the link's account knows, its address confirmed; false when the link has ended. */
export async function confirmDevice(ctx: DeviceCtx, token: string, tokenHash: string): Promise<boolean> {
  const userId = await accountOfLink(ctx, token);
  if (userId !== null) await repo.upsertConfirmed(ctx.db, { userId, tokenHash }, ctx.now());
  return userId !== null;
}
