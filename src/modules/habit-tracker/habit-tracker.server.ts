import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { cleanImage } from '#platform/images/clean-image.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { utcDay } from '#shared/shop-time.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import {
  countPhotos,
  deletePhotoRow,
  findPhoto,
  insertDay,
  insertPhoto,
  listDays,
  lockPhotos,
} from './habit-tracker.queries.server.ts';
import type { PhotoRefusal } from './habit-tracker.schema.ts';
import { addDays, customersDay, maxPhotos, type Day } from './habit-tracker.ts';

const uploads: Limit = { name: 'progress-photos', points: 20, seconds: 86_400 };

/** Maximum days that a streak looks back. */
const maxStreak = 800;

/**
 * Logs the customer's day once. The browser's day counts if it is within one day of the server's.
 * Returns whether the day was new.
 */
export function logHabit(ctx: Ctx, userId: string, saidDay: string): Promise<boolean> {
  return insertDay(ctx.db, { userId, day: customersDay(saidDay, ctx.now()) });
}

/**
 * Returns the customer's logged days, newest first: all of them, or those within the maximum
 * streak.
 */
export function loggedDays({ db, now }: Ctx, userId: string, { all = false } = {}): Promise<Day[]> {
  return listDays(db, userId, all ? null : addDays(utcDay(now()), -maxStreak));
}

/** Returns the bytes of a photo (WebP) for its owner. Null for everyone else. */
export async function progressPhoto(db: Db, userId: string, id: string): Promise<Uint8Array | null> {
  return isUuid(id) ? findPhoto(db, userId, id) : null;
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
  if (!(await limits.consume(uploads, userId))) return refuse('too_many');
  const image = await cleanImage(bytes);
  if (!image.ok) return image;
  return inResultTransaction(ctx.db, async (tx) => {
    await lockPhotos(tx, userId);
    if ((await countPhotos(tx, userId)) >= maxPhotos) return refuse('too_many_photos');
    const { width, height, bytes: clean } = image.value;
    const day = customersDay(saidDay, ctx.now());
    await insertPhoto(tx, { userId, day, width, height, bytes: clean });
    return ok(null);
  });
}

export async function deletePhoto(db: Db, userId: string, id: string): Promise<boolean> {
  return isUuid(id) && deletePhotoRow(db, userId, id);
}
