import { eq, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { preparedStatement, type Placeholders } from './prepared-statement.server.ts';
import type { Database, Db } from './database.server.ts';
import { inTransaction } from './transaction.server.ts';

const notes = pgTable('prepared_notes', {
  id: integer().primaryKey(),
  body: jsonb().$type<{ words: string[] }>(),
  title: text().default('untitled'),
  at: timestamp({ withTimezone: true }),
});
type Note = typeof notes.$inferSelect;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(
    sql`create table prepared_notes (id int primary key, body jsonb, title text default 'untitled', at timestamptz)`,
  );
});
afterAll(() => database.close());

let built = 0;
const insertNote = preparedStatement((db, note: Placeholders<Pick<Note, 'id'> & Partial<Note>>) => {
  built += 1;
  return db.insert(notes).values(note).returning();
});
const findNote = preparedStatement((db, { id }: Placeholders<Pick<Note, 'id'>>) =>
  db.select().from(notes).where(eq(notes.id, id)),
);

test('a prepared statement is built once for each set of values, and writes and reads like Drizzle', async () => {
  const { db } = database;
  const at = new Date('2026-03-29T01:30:00.123Z');
  const body = { words: ["it's", 'null'] };
  expect(await insertNote(db, { id: 1, body, at, title: undefined })).toEqual([{ id: 1, body, at, title: 'untitled' }]);
  expect(await insertNote(db, { id: 2, body: null, at: null })).toEqual([
    { id: 2, body: null, at: null, title: 'untitled' },
  ]);
  expect(built).toBe(1);
  expect(await insertNote(db, { id: 3, title: 'given' })).toMatchObject([{ title: 'given' }]);
  expect(built).toBe(2);
  expect(await db.$count(notes, sql`body is null`)).toBe(2);
  expect(await findNote(db, { id: 1 })).toEqual(await db.select().from(notes).where(eq(notes.id, 1)));
});

const undone = new Error('undone');

test.each<[string, (work: (tx: Db) => Promise<never>) => Promise<never>]>([
  ['transaction', (work) => inTransaction(database.db, work)],
  ['savepoint', (work) => inTransaction(database.db, (tx) => tx.transaction(work))],
  ['transaction that Drizzle opened', (work) => database.db.transaction(work)],
])('a prepared statement runs in a %s, and its failure names the query', async (_where, run) => {
  const inside = run(async (tx) => {
    await insertNote(tx, { id: 4 });
    expect(await findNote(tx, { id: 4 })).toHaveLength(1);
    throw undone;
  });
  await expect(inside).rejects.toThrow(undone);
  expect(await findNote(database.db, { id: 4 })).toEqual([]);
  await expect(run((tx) => insertNote(tx, { id: 1 }).then(() => Promise.reject(undone)))).rejects.toThrow(
    'Failed query',
  );
});

test('a prepared statement is built once for all transactions of a connection', async () => {
  const add = (id: number) => inTransaction(database.db, (tx) => insertNote(tx, { id }));
  await add(5);
  const first = built;
  await add(6);
  expect(built).toBe(first);
});

test('a prepared statement runs on the connection that replaces a released one', async () => {
  expect(await findNote(database.db, { id: 1 })).toHaveLength(1);
  (await database.pool.connect()).release(true);
  expect(await findNote(database.db, { id: 1 })).toHaveLength(1);
});
