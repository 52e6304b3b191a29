import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { openSqlRecorder } from '../../../bench/support/sql-recorder.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { constant, type Places } from './constant.server.ts';
import { openDatabase, type Database } from './database.server.ts';
import { pipelined, deferred } from './transaction.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let wire: Awaited<ReturnType<typeof openSqlRecorder>>;
let database: Database;
beforeAll(async () => {
  made = await newPostgresDatabase(inject('postgresTemplate'));
  wire = await openSqlRecorder(made.url);
  database = await openDatabase({ databaseUrl: wire.url, poolSize: 1, onError: () => undefined });
  await database.db.execute(sql`create table notes (id int primary key)`);
  await database.db.transaction((tx) => tx.execute(sql`insert into notes values (${1})`));
});
afterAll(async () => {
  await database.close();
  wire.close();
  await made.drop();
});

const notes = async () => {
  const { rows } = await database.db.execute<{ id: number }>(sql`select id from notes order by id`);
  return rows.map(({ id }) => id);
};

test('a transaction returns the rows of its first query, and an empty one sends nothing', async () => {
  let found: unknown;
  const sent = await wire.during(async () => {
    found = await database.db.transaction(async (tx) => {
      const { rows, command } = await tx.execute(sql`insert into notes values (${2}) returning id`);
      return { rows, command };
    });
  });
  expect(found).toEqual({ rows: [{ id: 2 }], command: 'INSERT' });
  expect(sent.map(({ text }) => text)).toEqual(['begin', 'insert into notes values ($1) returning id', 'commit']);
  expect(await wire.during(() => database.db.transaction(async () => undefined))).toEqual([]);
});

test('a rollback undoes all writes of a transaction, including its first query', async () => {
  const before = await notes();
  const failing = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (${3})`);
    await tx.execute(sql`insert into notes values (${4})`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await notes()).toEqual(before);
});

test.each([
  ['that is not understood', sql`select nothing from notes where id = ${1}`],
  ['that is refused', sql`insert into notes values (${1})`],
  ['whose value cannot be sent', sql`insert into notes values (${'five'}::int)`],
])('a first query %s fails alone: the connection serves the next transaction', async (_which, query) => {
  const before = await notes();
  await expect(database.db.transaction((tx) => tx.execute(query))).rejects.toThrow('Failed query');
  await database.db.transaction((tx) => tx.execute(sql`update notes set id = id where id = ${1}`));
  const { rows } = await database.db.execute(
    sql`select ${1}::int as one, pg_current_xact_id_if_assigned() is null as alone`,
  );
  expect(rows).toEqual([{ one: 1, alone: true }]);
  expect(await notes()).toEqual(before);
});

test('a transaction may start with a query without values, or with a nested one', async () => {
  const inside = await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select now() as now`);
    return rows.length;
  });
  expect(inside).toBe(1);
  const nested = database.db.transaction((tx) =>
    tx.transaction(async (deeper) => {
      await deeper.execute(sql`insert into notes values (${6})`);
      deeper.rollback();
    }),
  );
  await expect(nested).rejects.toThrow('Rollback');
  expect(await notes()).not.toContain(6);
});

const findNote = constant((db, { id }: Places<{ id: number }>) =>
  db
    .select({ id: sql<number>`id` })
    .from(sql`notes`)
    .where(sql`id = ${id}`),
);

test('a query of few rows is prepared once, and a search or a list is planned for its values each time', async () => {
  const sent = await wire.during(async () => {
    const { db } = database;
    await db.execute(sql`select id from notes where id = ${1}`);
    await db.execute(sql`select id from notes where id > ${1} limit ${1}`);
    await db.execute(sql`select id from notes where id > ${1} limit ${20}`);
    await db.execute(sql`select id from notes where id::text like ${'1%'}`);
    await db.execute(sql`select count(*) from notes where id > ${1}`);
    await findNote(db, { id: 1 });
  });
  expect(sent.map(({ name }) => name !== '')).toEqual([true, true, false, false, false, true]);
});

test('statements new to a connection are pipelined with begin and with commit, too', async () => {
  const sent = await wire.during(() =>
    database.db.transaction(async (tx) => {
      const found = await Promise.all([
        pipelined(tx).execute(sql`select id + ${0}::int as n from notes where id = ${1}`),
        tx.execute(sql`select id, ${'new'}::text as word from notes where id = ${1}`),
      ]);
      expect(found.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ id: 1, word: 'new' }]]);
      for (const id of [7, 8]) await deferred(tx).execute(sql`insert into notes (id) values (${id})`);
    }),
  );
  expect(sent.map(({ text }) => text.slice(0, 6))).toEqual(['begin', 'select', 'select', 'insert', 'insert', 'commit']);
  expect(wire.roundTrips()).toBe(2);
});

test("each caller gets a query's rows in its own format, although the columns are described once", async () => {
  const text = 'select id, now() as at, null::int as none from notes where id = any($1) order by id';
  const asText = { getTypeParser: () => (value: string) => value };
  const ids = [[1, 2]];
  const client = await database.pool.connect();
  for (let round = 0; round < 2; round += 1) {
    const rows = await client.query<{ at: Date }>({ text }, ids);
    expect(rows).toMatchObject({
      command: 'SELECT',
      rowCount: 2,
      rows: [
        { id: 1, none: null },
        { id: 2, none: null },
      ],
    });
    expect(rows.rows[0]?.at).toBeInstanceOf(Date);
    expect(rows.fields.map(({ name }) => name)).toEqual(['id', 'at', 'none']);
    const cells = await client.query<unknown[]>({ text, rowMode: 'array', types: asText }, ids);
    expect(cells.rows).toEqual([
      ['1', expect.any(String), null],
      ['2', expect.any(String), null],
    ]);
  }
  client.release();
});

test('a query returns the number of rows it wrote, with or without returning them', async () => {
  const client = await database.pool.connect();
  for (const id of [11, 12]) {
    const text = 'insert into notes values ($1)';
    expect(await client.query({ text }, [id])).toMatchObject({ command: 'INSERT', rowCount: 1, rows: [] });
  }
  const text = 'delete from notes where id > $1 and id < 20 returning id';
  const found = await client.query({ text }, [10]);
  expect(found).toMatchObject({ command: 'DELETE', rowCount: 2, rows: [{ id: 11 }, { id: 12 }] });
  expect(await client.query({ text }, [10])).toMatchObject({ command: 'DELETE', rowCount: 0, rows: [] });
  client.release();
});
