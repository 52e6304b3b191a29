import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/one-row.server.ts';

import { devices, users } from '../tables.server.ts';

/** Whether somebody was in this account before with this browser. */
export function isKnown(db: Db, email: string, tokenHash: string): Promise<boolean> {
  const isThis = and(eq(users.email, email), eq(devices.tokenHash, tokenHash));
  return hasRow(db.select({ id: users.id }).from(devices).innerJoin(users, eq(users.id, devices.userId)).where(isThis));
}

type Device = { userId: string; tokenHash: string };

/** Notes that the account was used in this browser; what was proven there before stays. */
export async function upsertSeen(db: Db, device: Device, proven: { addressConfirmedAt?: Date } = {}): Promise<void> {
  await db
    .insert(devices)
    .values({ ...device, ...proven })
    .onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set: { ...proven, seenAt: sql`now()` } });
}

/** Notes that a mailed link was pressed in this browser. */
export const upsertConfirmed = (db: Db, device: Device, at: Date) => upsertSeen(db, device, { addressConfirmedAt: at });

export async function deleteOfUser(db: Db, userId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
}
