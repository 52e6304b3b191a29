import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { CleanImage } from '#platform/images/clean-image.server.ts';

import type { Day } from './rules.ts';
import { progressPhotos, habitLogs } from './tables.server.ts';

export type PhotoRow = { id: string; day: Day; width: number; height: number };

/** Notes the day unless it is noted already; says whether it was new. */
export async function takeDay(db: Db, userId: string, day: Day): Promise<boolean> {
  const rows = await db
    .insert(habitLogs)
    .values({ userId, day })
    .onConflictDoNothing()
    .returning({ day: habitLogs.day });
  return rows.length === 1;
}

/** Logged days after `after`, newest first. */
export async function listDays(db: Db, userId: string, after: Day): Promise<Day[]> {
  const rows = await db
    .select({ day: habitLogs.day })
    .from(habitLogs)
    .where(and(eq(habitLogs.userId, userId), gt(habitLogs.day, after)))
    .orderBy(desc(habitLogs.day));
  return rows.map(({ day }) => day);
}

/** Oldest first. */
export function listPhotos(db: Db, userId: string): Promise<PhotoRow[]> {
  const { id, day, width, height, createdAt } = progressPhotos;
  return db
    .select({ id, day, width, height })
    .from(progressPhotos)
    .where(eq(progressPhotos.userId, userId))
    .orderBy(asc(day), asc(createdAt));
}

export async function findPhoto(db: Db, userId: string, id: string): Promise<Uint8Array | null> {
  const rows = await db
    .select({ bytes: progressPhotos.bytes })
    .from(progressPhotos)
    .where(and(eq(progressPhotos.id, id), eq(progressPhotos.userId, userId)))
    .limit(1);
  return rows[0]?.bytes ?? null;
}

type NewPhoto = { userId: string; day: Day; image: CleanImage; max: number };

/** Stores a photo unless the account holds `max` already; two that arrive together are counted one after the other. */
export async function takePhoto(tx: Db, { userId, day, image, max }: NewPhoto): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 21))`);
  if ((await tx.$count(progressPhotos, eq(progressPhotos.userId, userId))) >= max) return false;
  const { width, height, bytes } = image;
  await tx.insert(progressPhotos).values({ userId, day, width, height, bytes });
  return true;
}

export async function deletePhoto(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(progressPhotos)
    .where(and(eq(progressPhotos.id, id), eq(progressPhotos.userId, userId)))
    .returning({ id: progressPhotos.id });
  return rows.length === 1;
}
