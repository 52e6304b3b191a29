import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';

import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, jsonRows } from '#platform/db/rows.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';

import type { DiscountCode } from './discount-code.ts';
import type { TypedCode } from './discounts.schema.ts';
import { discountCodes } from './tables.server.ts';

const selectByCode = preparedStatement((db, { code }: Placeholders<{ code: string }>) =>
  db.select().from(discountCodes).where(eq(discountCodes.code, code)).limit(1),
);

/** Returns the code with this text, or null. */
export const findCode = (db: Db, code: TypedCode): Promise<DiscountCode | null> => firstRow(selectByCode(db, { code }));

/**
 * SQL column: the code with this text, as a list of none or one, for a statement that joins tables.
 */
export const codesByText = (code: SQL): SQL<DiscountCode[]> =>
  jsonRows(getTableColumns(discountCodes), {
    from: sql`${discountCodes} where ${discountCodes.code} = ${code}`,
    order: sql`${discountCodes.code}`,
  });

/** Returns the code with this id, or null. */
export const codeById = (db: Db, id: string): Promise<DiscountCode | null> =>
  firstRow(db.select().from(discountCodes).where(eq(discountCodes.id, id)));

/** Stores a code. Returns null if its text is taken. */
export const insertCode = (db: Db, code: typeof discountCodes.$inferInsert): Promise<DiscountCode | null> =>
  firstRow(db.insert(discountCodes).values(code).onConflictDoNothing().returning());

/** Returns a code locked until the transaction ends, or null. */
export const lockCode = (tx: Db, id: string): Promise<DiscountCode | null> =>
  firstRow(tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for('update'));

export async function updateCode(tx: Db, id: string, change: Partial<DiscountCode>): Promise<void> {
  await tx.update(discountCodes).set(change).where(eq(discountCodes.id, id));
}

type CodeQuery = { q: string; filter: 'all' | 'active' | 'off'; page: ListPage; now: Date };

const { id, code, name, isActive, endsAt, used, held, maxUses, createdAt } = discountCodes;

const codeOrder: ListOrder = {
  sorts: { created: createdAt, code, ends: endsAt, uses: used },
  tie: [createdAt, id],
  first: '-created',
  indexed: 'desc',
};

/** Returns codes that match a text or name, newest first by default. */
export function listCodes(db: Db, { q, filter, page, now }: CodeQuery) {
  const usable = sql`(${isActive} and (${endsAt} is null or ${endsAt} > ${now.toISOString()}::timestamptz) and coalesce(${used} + ${held} < ${maxUses}, true))`;
  const matchesFilter = { all: undefined, active: usable, off: sql`not ${usable}` }[filter];
  return listPage(codeOrder, page, (part) =>
    db
      .select({ ...getTableColumns(discountCodes), position: part.position })
      .from(discountCodes)
      .where(and(matchesAllWords([code, name], q), matchesFilter, part.beyond))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  );
}

/** Counts active codes that work only in demo mode. */
export function countDemoCodes(db: Db): Promise<number> {
  return db.$count(discountCodes, and(eq(discountCodes.demoOnly, true), eq(discountCodes.isActive, true)));
}
