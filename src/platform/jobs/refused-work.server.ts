import { and, asc, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database.server.ts';
import { firstRow } from '../db/rows.server.ts';
import { refusedWork } from './tables.server.ts';

export type RefusedWork = typeof refusedWork.$inferSelect;

const isOf = ({ job, subject }: Pick<RefusedWork, 'job' | 'subject'>) =>
  and(eq(refusedWork.job, job), eq(refusedWork.subject, subject));

/** Records that a job refused to do something, in place of an earlier refusal. */
export async function storeRefusedWork(tx: Db, refused: RefusedWork): Promise<void> {
  const target = [refusedWork.job, refusedWork.subject];
  await tx.insert(refusedWork).values(refused).onConflictDoUpdate({ target, set: refused });
}

/** Forgets a refusal: the thing is done, dropped or planned again. */
export async function deleteRefusedWork(tx: Db, thing: Pick<RefusedWork, 'job' | 'subject'>): Promise<void> {
  await tx.delete(refusedWork).where(isOf(thing));
}

export function findRefusedWork(db: Db, thing: Pick<RefusedWork, 'job' | 'subject'>): Promise<RefusedWork | null> {
  return firstRow(db.select().from(refusedWork).where(isOf(thing)));
}

/** Returns what background work refused to do, oldest first. */
export function listRefusedWork(db: Db): Promise<RefusedWork[]> {
  return db.select().from(refusedWork).orderBy(asc(refusedWork.refusedAt));
}

/** Returns a refusal in words. */
export const refusedSentence = ({ title, reason }: Pick<RefusedWork, 'title' | 'reason'>): string =>
  `${title}. ${reason}`;

/** SQL rows of refusals as notices. A refusal of the same thing at another time is a new one. */
export const refusedWorkNotices = sql`select ${refusedWork.path} || '#' || extract(epoch from ${refusedWork.refusedAt}) as subject,
  ${refusedWork.title} || '. ' || ${refusedWork.reason} as label from ${refusedWork}`;
