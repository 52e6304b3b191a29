import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#shared/pattern.ts';

import type { DiscountCode } from '../rules.ts';
import { discountCodes } from '../tables.server.ts';
import type { CodeEdit } from './rules.ts';

type CodeFilter = 'all' | 'active' | 'off';
export type CodeQuery = { q: string; filter: CodeFilter; limit: number; offset: number; now: Date };

function isMeant(filter: CodeFilter, now: Date): SQL | undefined {
  const { isActive, endsAt, used, held, maxUses } = discountCodes;
  const usable = sql`(${isActive} and coalesce(${endsAt} > ${now.toISOString()}::timestamptz, true) and coalesce(${used} + ${held} < ${maxUses}, true))`;
  if (filter === 'all') return undefined;
  return filter === 'active' ? usable : sql`not ${usable}`;
}

/** Newest first. */
export function listCodes(db: Db, { q, filter, limit, offset, now }: CodeQuery): Promise<DiscountCode[]> {
  const words =
    q === '' ? undefined : or(ilike(discountCodes.code, containing(q)), ilike(discountCodes.name, containing(q)));
  return db
    .select()
    .from(discountCodes)
    .where(and(words, isMeant(filter, now)))
    .orderBy(desc(discountCodes.createdAt), asc(discountCodes.id))
    .limit(limit)
    .offset(offset);
}

export async function findLocked(tx: Db, id: string): Promise<DiscountCode | null> {
  const rows = await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for('update');
  return rows[0] ?? null;
}

export async function isTaken(tx: Db, code: string, exceptId: string | null): Promise<boolean> {
  const rows = await tx.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.code, code));
  return rows.some(({ id }) => id !== exceptId);
}

/** Stores a code; null when its letters are taken. */
export async function insertCode(tx: Db, edit: CodeEdit): Promise<string | null> {
  const rows = await tx.insert(discountCodes).values(edit).onConflictDoNothing().returning({ id: discountCodes.id });
  return rows[0]?.id ?? null;
}

export async function updateCode(tx: Db, id: string, edit: CodeEdit): Promise<void> {
  await tx.update(discountCodes).set(edit).where(eq(discountCodes.id, id));
}

export function countDemoCodes(db: Db): Promise<number> {
  return db.$count(discountCodes, and(eq(discountCodes.demoOnly, true), eq(discountCodes.isActive, true)));
}
