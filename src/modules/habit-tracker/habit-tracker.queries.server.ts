import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';

import type { Day } from './habit-tracker.ts';
import { habitLogs, progressPhotos } from './tables.server.ts';

/** Stores a logged day. False if it was logged before. */
export function insertDay(db: Db, log: { userId: string; day: Day }): Promise<boolean> {
  return hasRow(db.insert(habitLogs).values(log).onConflictDoNothing().returning({ day: habitLogs.day }));
}

/** Lists a customer's logged days after `after`, or all of them, newest first. */
export async function listDays(db: Db, userId: string, after: Day | null): Promise<Day[]> {
  const { day } = habitLogs;
  const isListed = and(eq(habitLogs.userId, userId), after === null ? undefined : gt(day, after));
  const rows = await db.select({ day }).from(habitLogs).where(isListed).orderBy(desc(day));
  return rows.map((row) => row.day);
}

/** Lists a customer's photos without their bytes, oldest first. */
export function listPhotos(db: Db, userId: string) {
  const { id, day, width, height, createdAt } = progressPhotos;
  return db
    .select({ id, day, width, height })
    .from(progressPhotos)
    .where(eq(progressPhotos.userId, userId))
    .orderBy(asc(day), asc(createdAt));
}

const isTheirs = (userId: string, id: string) => and(eq(progressPhotos.id, id), eq(progressPhotos.userId, userId));

/** Returns the bytes of a customer's photo, or null. */
export async function findPhoto(db: Db, userId: string, id: string): Promise<Uint8Array | null> {
  const { bytes } = progressPhotos;
  return (await firstRow(db.select({ bytes }).from(progressPhotos).where(isTheirs(userId, id))))?.bytes ?? null;
}

/** Makes concurrent uploads of a customer wait for each other's count. */
export async function lockPhotos(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 21))`);
}

export function countPhotos(tx: Db, userId: string): Promise<number> {
  return tx.$count(progressPhotos, eq(progressPhotos.userId, userId));
}

export async function insertPhoto(tx: Db, photo: typeof progressPhotos.$inferInsert): Promise<void> {
  await tx.insert(progressPhotos).values(photo);
}

/** Deletes a customer's photo. False if there is none. */
export function deletePhotoRow(db: Db, userId: string, id: string): Promise<boolean> {
  const { id: photoId } = progressPhotos;
  return hasRow(db.delete(progressPhotos).where(isTheirs(userId, id)).returning({ id: photoId }));
}
