import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

import { openSqlRecorder } from '../../../bench/support/sql-recorder.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database, type Db } from './database.server.ts';
import { isUniqueViolation, isDatabaseUnavailable } from './database-errors.server.ts';
import { inResultTransaction, defer, inTransaction } from './transaction.server.ts';

let made: Awaited<ReturnType<typeof newPostgresDatabase>>;
let wire: Awaited<ReturnType<typeof openSqlRecorder>>;
/** One connection, which is recorded, and another way to the same tables. */
let database: Database;
let apart: Database;
const insert = (db: Db, id: number) => db.execute(sql`insert into notes values (${id}, ${id})`);
const raise = (db: Db, by: number) => db.execute(sql`update counters set value = value + ${by}`);
const notes = async () => {
  const { rows } = await apart.db.execute<{ id: number }>(sql`select id from notes order by id`);
  return rows.map(({ id }) => id);
};
beforeAll(async () => {
  made = await newPostgresDatabase(inject('postgresTemplate'));
  wire = await openSqlRecorder(made.url);
  database = await openDatabase({ databaseUrl: wire.url, poolSize: 1, onError: () => undefined });
  apart = await openDatabase({ databaseUrl: made.url, poolSize: 5, onError: () => undefined });
  await apart.db.execute(sql`create table notes (id int primary key, place int unique deferrable initially deferred)`);
  await apart.db.execute(sql`create table counters as select 0 as value`);
});
beforeEach(async () => {
  await apart.db.execute(sql`delete from notes`);
  await apart.db.execute(sql`update counters set value = 0`);
});
afterAll(async () => {
  await database.close();
  await apart.close();
  wire.close();
  await made.drop();
});

test('deferred statements share a round trip with the next one, which sees them', async () => {
  let seen: unknown;
  const sent = await wire.during(() =>
    inTransaction(database.db, async (tx) => {
      await defer(tx, insert(tx, 1));
      await defer(tx, insert(tx, 2));
      seen = (await tx.execute(sql`select id from notes where id > ${0} order by id`)).rows;
    }),
  );
  expect(seen).toEqual([{ id: 1 }, { id: 2 }]);
  const inserted = 'insert into notes values ($1, $2)';
  expect(sent.map(({ text }) => text)).toEqual([
    'begin',
    inserted,
    inserted,
    'select id from notes where id > $1 order by id',
    'commit',
  ]);
  expect(wire.roundTrips()).toBe(3);
  expect(await notes()).toEqual([1, 2]);
});

test('a deferred statement is awaited where it is written in a nested transaction and outside of any', async () => {
  await defer(database.db, insert(database.db, 1));
  expect(await notes()).toEqual([1]);
  await inTransaction(database.db, async (tx) => {
    await tx
      .transaction(async (part) => {
        await defer(part, insert(part, 2));
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await defer(tx, insert(tx, 3));
  });
  expect(await notes()).toEqual([1, 3]);
});

test('statements that are not awaited in turn all run, even if some of them are deferred', async () => {
  await inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    const late = (id: number) => defer(tx, insert(tx, id));
    await Promise.all([insert(tx, 2), late(3), insert(tx, 4), late(5), insert(tx, 6)]);
  });
  expect(await notes()).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each([
  ['before the commit', async () => undefined],
  ['before the next statement', (tx: Db) => insert(tx, 3)],
  ['before one that has no values', (tx: Db) => tx.execute(sql`insert into notes values (3, 3)`)],
  ['before a deferred one', (tx: Db) => defer(tx, insert(tx, 3))],
])(
  'a deferred statement that fails %s rolls back the transaction, is named in the error, and frees the connection',
  async (_when, next) => {
    const failing = inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await defer(tx, insert(tx, 1));
      await next(tx);
    });
    const error: unknown = await failing.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(isUniqueViolation(error)).toBe(true);
    expect(String(error)).toContain('insert into notes values ($1, $2)');
    expect(await notes()).toEqual([]);
    await inTransaction(database.db, (tx) => insert(tx, 4));
    expect(await notes()).toEqual([4]);
  },
);

test('a deferred statement whose value cannot be sent rolls back the transaction', async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('not a value');
    },
  };
  const failing = inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await defer(tx, tx.execute(sql`insert into notes values (${unsendable}, 2)`));
  });
  await expect(failing).rejects.toThrow('Failed query');
  expect(await notes()).toEqual([]);
});

test('a refusal rolls back deferred statements, and nothing is sent after the rollback', async () => {
  const sent = await wire.during(async () => {
    const refused = await inResultTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      const later = Promise.resolve().then(() => insert(tx, 2));
      await defer(tx, later);
      return { ok: false, reason: 'sold_out' };
    });
    expect(refused).toEqual({ ok: false, reason: 'sold_out' });
  });
  expect(sent.at(-1)?.text).toBe('rollback');
  expect(await notes()).toEqual([]);
});

test('a statement sent after a failing one, both new to the connection, can be sent again', async () => {
  const halve = (tx: Db) => tx.execute(sql`update counters set value = value / ${0}`);
  const count = (tx: Db) => tx.execute(sql`select value + ${1} as value from counters`);
  const failing = inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await defer(tx, halve(tx));
    await count(tx);
  });
  await expect(failing).rejects.toThrow('Failed query');
  expect((await count(database.db)).rows).toEqual([{ value: 1 }]);
});

test('a failing commit rolls back deferred statements', async () => {
  await insert(apart.db, 1);
  const failing = inTransaction(database.db, async (tx) => {
    await raise(tx, 1);
    await defer(tx, tx.execute(sql`insert into notes values (${7}, ${1})`));
    await defer(tx, raise(tx, 1));
  });
  await expect(failing).rejects.toSatisfy(isUniqueViolation);
  expect(await notes()).toEqual([1]);
  const { rows } = await database.db.execute(
    sql`select value, pg_current_xact_id_if_assigned() is null as alone from counters`,
  );
  expect(rows).toEqual([{ value: 0, alone: true }]);
});

test('a connection lost while a deferred statement waits for a lock fails the transaction', async () => {
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await apart.db.transaction(async (holder) => {
    await raise(holder, 1);
    const lost = inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await defer(tx, raise(tx, 10));
    }).catch((error: unknown) => error);
    await expect.poll(async () => (await apart.db.execute(waiting)).rows.length).toBe(1);
    await apart.db.execute(sql`select pg_terminate_backend(pid) from (${waiting}) held`);
    expect(await lost).toSatisfy(isDatabaseUnavailable);
  });
  expect(await notes()).toEqual([]);
  const { rows } = await database.db.execute(sql`select value from counters`);
  expect(rows).toEqual([{ value: 1 }]);
});

const held = (db: Db, by: number) =>
  db.execute<{ value: number }>(sql`update counters set value = value + ${by} returning value`);
const idsFrom = (db: Db, first: number) =>
  db.execute<{ id: number }>(sql`select id from notes where id >= ${first} order by id`);
/** Returns the counter, locked by the transaction, and the ids of the notes at that time. */
const heldWithIds = (tx: Db, by = 1) =>
  Promise.all([held(tx, by), idsFrom(tx, 0)]).then(([{ rows }, found]) => ({
    value: rows[0]?.value,
    ids: found.rows.map(({ id }) => id),
  }));

test('two statements that are not awaited in turn return their rows in one round trip', async () => {
  await inTransaction(database.db, (tx) => heldWithIds(tx));
  await insert(apart.db, 1);
  let found: unknown;
  const sent = await wire.during(() =>
    inTransaction(database.db, async (tx) => {
      found = await heldWithIds(tx);
    }),
  );
  expect(found).toEqual({ value: 2, ids: [1] });
  expect([sent.length, wire.roundTrips()]).toEqual([4, 3]);
});

test('a statement sent behind one that waits for a lock sees rows committed meanwhile', async () => {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await inTransaction(database.db, (tx) => heldWithIds(tx));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await apart.db.transaction(async (holder) => {
    await raise(holder, 1);
    resolve(inTransaction(database.db, (tx) => heldWithIds(tx)));
    await expect.poll(async () => (await apart.db.execute(waiting)).rows.length).toBe(1);
    await insert(holder, 7);
  });
  expect(await promise).toEqual({ value: 3, ids: [7] });
});

test('a failing statement fails the one sent behind it, rolls back the transaction, and leaves the connection usable', async () => {
  await inTransaction(database.db, (tx) => heldWithIds(tx));
  const failing = inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await Promise.all([insert(tx, 1), insert(tx, 2)]);
  });
  await expect(failing).rejects.toSatisfy(isUniqueViolation);
  expect(await notes()).toEqual([]);
  expect(await inTransaction(database.db, (tx) => heldWithIds(tx))).toEqual({ value: 2, ids: [] });
});

test('fifty concurrent transactions on five connections count fifty', async () => {
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await Promise.all(
    numbers.map((number) =>
      inTransaction(apart.db, async (tx) => {
        await insert(tx, number);
        await defer(tx, raise(tx, 1));
      }),
    ),
  );
  expect(await notes()).toEqual(numbers);
  expect((await apart.db.execute(sql`select value from counters`)).rows).toEqual([{ value: 50 }]);
});

test.each([
  ['that is not understood', sql`select nothing from notes where id = ${1}`],
  ['that is refused', sql`insert into notes values (${0}, ${0}), (${0}, ${0})`],
  ['whose value cannot be read', sql`insert into notes values (${'five'}::int)`],
])('a first statement %s fails alone: the connection serves the next transaction', async (_which, query) => {
  await expect(database.db.transaction((tx) => tx.execute(query))).rejects.toThrow('Failed query');
  await inTransaction(database.db, (tx) => insert(tx, 1));
  const { rows } = await database.db.execute(
    sql`select ${1}::int as one, pg_current_xact_id_if_assigned() is null as alone`,
  );
  expect(rows).toEqual([{ one: 1, alone: true }]);
  expect(await notes()).toEqual([1]);
});
