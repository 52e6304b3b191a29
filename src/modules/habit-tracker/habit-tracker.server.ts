import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { cleanImage } from '#platform/images/clean-image.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { utcDay } from '#shared/shop-time.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import type { PhotoRefusal } from './habit-tracker.schema.ts';
import { addDays, customersDay, maxPhotos, type Day } from './habit-tracker.ts';
import { habitLogs, progressPhotos as photos } from './tables.server.ts';

const uploads: Limit = { name: 'progress-photos', points: 20, seconds: 86_400 };

/** Maximum days that a streak looks back. */
const lookBack = 800;

/**
 * Logs the customer's day once. The browser's day counts if it is within one day of the server's.
 * Returns whether the day was new.
 */
export function logHabit(ctx: Ctx, userId: string, saidDay: string): Promise<boolean> {
  const values = { userId, day: customersDay(saidDay, ctx.now()) };
  return hasRow(ctx.db.insert(habitLogs).values(values).onConflictDoNothing().returning({ day: habitLogs.day }));
}

/**
 * Returns the customer's logged days, newest first: all of them, or those within the maximum
 * streak.
 */
export async function loggedDays({ db, now }: Ctx, userId: string, { all = false } = {}): Promise<Day[]> {
  const { day } = habitLogs;
  const isRecent = all ? undefined : gt(day, addDays(utcDay(now()), -lookBack));
  const isTheirs = and(eq(habitLogs.userId, userId), isRecent);
  const rows = await db.select({ day }).from(habitLogs).where(isTheirs).orderBy(desc(day));
  return rows.map((row) => row.day);
}

/** Returns a customer's photos, oldest first. */
export function progressPhotos(db: Db, userId: string) {
  const { id, day, width, height, createdAt } = photos;
  return db
    .select({ id, day, width, height })
    .from(photos)
    .where(eq(photos.userId, userId))
    .orderBy(asc(day), asc(createdAt));
}

const isTheirs = (userId: string, id: string) => and(eq(photos.id, id), eq(photos.userId, userId));

/** Returns the bytes of a photo (WebP) for its owner. Null for everyone else. */
export async function progressPhoto(db: Db, userId: string, id: string): Promise<Uint8Array | null> {
  if (!isUuid(id)) return null;
  return (await firstRow(db.select({ bytes: photos.bytes }).from(photos).where(isTheirs(userId, id))))?.bytes ?? null;
}

/**
 * Stores a photo, re-encoded without the camera's metadata. Refuses a file that cannot be decoded,
 * the 61st photo, and the 21st of a day.
 */
export async function addPhoto(
  ctx: Ctx,
  limits: Limits,
  { userId, bytes, saidDay }: { userId: string; bytes: Uint8Array; saidDay: string },
): Promise<Result<null, PhotoRefusal>> {
  if (bytes.length === 0) return refuse('no_photo');
  if (!(await limits.take(uploads, userId))) return refuse('too_many');
  const image = await cleanImage(bytes);
  if (!image.ok) return image;
  return decide(ctx.db, async (tx) => {
    // The lock makes concurrent uploads wait for each other's count.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 21))`);
    if ((await tx.$count(photos, eq(photos.userId, userId))) >= maxPhotos) return refuse('too_many_photos');
    const { width, height, bytes: clean } = image.value;
    const day = customersDay(saidDay, ctx.now());
    await tx.insert(photos).values({ userId, day, width, height, bytes: clean });
    return ok(null);
  });
}

export async function deletePhoto(db: Db, userId: string, id: string): Promise<boolean> {
  return isUuid(id) && hasRow(db.delete(photos).where(isTheirs(userId, id)).returning({ id: photos.id }));
}
