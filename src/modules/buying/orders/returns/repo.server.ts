import { asc, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { orderReturns } from '../tables.server.ts';

export type ReturnRow = typeof orderReturns.$inferSelect;
export type NewReturn = typeof orderReturns.$inferInsert;

export function listOfOrder(db: Db, orderId: string): Promise<ReturnRow[]> {
  return db.select().from(orderReturns).where(eq(orderReturns.orderId, orderId)).orderBy(asc(orderReturns.requestedAt));
}

export async function findReturn(db: Db, id: string): Promise<ReturnRow | null> {
  const rows = await db.select().from(orderReturns).where(eq(orderReturns.id, id));
  return rows[0] ?? null;
}

export async function insertReturn(db: Db, row: NewReturn): Promise<ReturnRow> {
  const [stored] = await db.insert(orderReturns).values(row).returning();
  if (stored === undefined) throw new Error('the return was not stored');
  return stored;
}

export async function updateReturn(db: Db, id: string, change: Partial<NewReturn>): Promise<void> {
  await db.update(orderReturns).set(change).where(eq(orderReturns.id, id));
}
