import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { cleanImage } from '#platform/images/clean-image.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import type { PhotoRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { addDays, customersDay, maxPhotos, utcDay, type Day } from './rules.ts';

export type ProgressPhoto = repo.PhotoRow;

const uploads: Limit = { name: 'progress-photos', points: 20, seconds: 86_400 };

/** How far back a streak is looked at, in days. */
const lookBack = 800;

/** Notes the customer's day, once; the day that the browser says counts within one day of the server's. Says whether it was new. */
export function logHabit(ctx: Ctx, userId: string, saidDay: string): Promise<boolean> {
  return repo.takeDay(ctx.db, userId, customersDay(saidDay, ctx.now()));
}

/** The days that the customer logged, newest first. */
export function loggedDays(ctx: Ctx, userId: string): Promise<Day[]> {
  return repo.listDays(ctx.db, userId, addDays(utcDay(ctx.now()), -lookBack));
}

/** A customer's photos, oldest first. */
export function progressPhotos(db: Db, userId: string): Promise<ProgressPhoto[]> {
  return repo.listPhotos(db, userId);
}

/** The bytes of a photo (WebP) for the customer whose it is; null for everyone else. */
export async function progressPhoto(db: Db, userId: string, id: string): Promise<Uint8Array | null> {
  return isUuid(id) ? repo.findPhoto(db, userId, id) : null;
}

type Upload = { userId: string; bytes: Uint8Array; saidDay: string };

/** Stores a photo, encoded anew without the camera's metadata. Refuses what is no photo, the 61st, and the 21st of a day. */
export async function addPhoto(
  ctx: Ctx,
  limits: Limits,
  { userId, bytes, saidDay }: Upload,
): Promise<Result<null, PhotoRefusal>> {
  if (bytes.length === 0) return refuse('no_photo');
  if (!(await limits.take(uploads, userId))) return refuse('too_many');
  const image = await cleanImage(bytes);
  if (image === null) return refuse('refused_photo');
  return decide(ctx.db, async (tx) => {
    const day = customersDay(saidDay, ctx.now());
    const stored = await repo.takePhoto(tx, { userId, day, image, max: maxPhotos });
    return stored ? ok(null) : refuse('too_many_photos');
  });
}

/** Deletes a photo of this customer; false when there is none. */
export async function deletePhoto(db: Db, userId: string, id: string): Promise<boolean> {
  return isUuid(id) && repo.deletePhoto(db, userId, id);
}
