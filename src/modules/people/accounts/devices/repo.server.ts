import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { devices, users } from '../tables.server.ts';

/** Whether somebody was in this account before with this browser. */
export async function isKnown(db: Db, email: string, tokenHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: devices.userId })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(users.email, email), eq(devices.tokenHash, tokenHash)))
    .limit(1);
  return rows.length === 1;
}

type Device = { userId: string; tokenHash: string };

/** Notes that the account was used in this browser; what was proven there before stays. */
export async function upsertSeen(db: Db, device: Device): Promise<void> {
  await db
    .insert(devices)
    .values(device)
    .onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set: { seenAt: sql`now()` } });
}

/** Notes that a mailed link was pressed in this browser. */
export async function upsertConfirmed(db: Db, device: Device, at: Date): Promise<void> {
  const set = { addressConfirmedAt: at, seenAt: sql`now()` };
  await db
    .insert(devices)
    .values({ ...device, addressConfirmedAt: at })
    .onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set });
}

export async function deleteOfUser(db: Db, userId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
}
