import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type Database } from './database.server.ts';
import { defer, inTransaction } from './transaction.server.ts';
import { isNullViolation } from './database-errors.server.ts';

const notes = pgTable('notes', { id: integer('id').notNull() });
const others = pgTable('others', { id: integer('id').notNull() });

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ onError: () => undefined });
  await database.db.execute(sql`create table notes (id int not null)`);
});
afterAll(() => database.close());

test('the embedded database runs deferred statements in turn, and an error names the table of a missing value', async () => {
  const seen = await inTransaction(database.db, async (tx) => {
    await defer(tx, tx.insert(notes).values({ id: 1 }));
    return tx.select().from(notes);
  });
  expect(seen).toEqual([{ id: 1 }]);
  const error = await inTransaction(database.db, (tx) => defer(tx, tx.insert(notes).values({ id: sql`null` }))).catch(
    (thrown: unknown) => thrown,
  );
  expect([isNullViolation(error, notes), isNullViolation(error, others)]).toEqual([true, false]);
});
