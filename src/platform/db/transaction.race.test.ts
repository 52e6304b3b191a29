import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

import { openSqlRecorder } from '../../../bench/support/sql-recorder.ts';
import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database, type Db } from './database.server.ts';
import { pipelined, inTransaction, deferred } from './transaction.server.ts';
import { isUniqueViolation, isDatabaseUnavailable } from './database-errors.server.ts';

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
  // The first use of a statement on a connection goes alone, because the database parses it once.
  await inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await raise(tx, 0);
  });
  await inTransaction(database.db, async (tx) => {
    await insert(tx, 2);
    await raise(deferred(tx), 0);
  });
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

test('a deferred statement is sent with the commit: two round trips for begin, two statements and commit', async () => {
  const sent = await wire.during(() =>
    inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await insert(deferred(tx), 2);
    }),
  );
  const inserted = 'insert into notes values ($1, $2)';
  expect(sent.map(({ text }) => text)).toEqual(['begin', inserted, inserted, 'commit']);
  expect(wire.roundTrips()).toBe(2);
  expect(await notes()).toEqual([1, 2]);
});

test('a deferred statement is sent before the next one, which sees it; a transaction of deferred ones takes one round trip', async () => {
  const seen = await inTransaction(database.db, async (tx) => {
    await insert(deferred(tx), 1);
    await insert(deferred(tx), 2);
    return (await tx.execute(sql`select id from notes where id > ${0} order by id`)).rows;
  });
  expect(seen).toEqual([{ id: 1 }, { id: 2 }]);
  const sent = await wire.during(() => inTransaction(database.db, async (tx) => void (await insert(deferred(tx), 3))));
  expect(sent.map(({ text }) => text)).toEqual(['begin', 'insert into notes values ($1, $2)', 'commit']);
  expect(wire.roundTrips()).toBe(1);
  expect(await notes()).toEqual([1, 2, 3]);
});

test('rows of a deferred statement are discarded, and outside a transaction it is sent at once', async () => {
  const insertReturning = sql`insert into notes values (${1}, ${1}) returning id, place`;
  const again = sql`insert into notes values (${2}, ${2}) returning id, place`;
  await inTransaction(database.db, async (tx) => void (await tx.execute(insertReturning)));
  const { rows } = await inTransaction(database.db, async (tx) => {
    await deferred(tx).execute(again);
    return tx.execute(sql`select value from counters where value < ${1}`);
  });
  expect(rows).toEqual([{ value: 0 }]);
  const client = await apart.pool.connect();
  await insert(deferred(drizzle({ client })), 3);
  const seen = await database.db.execute(sql`select id from notes order by id`);
  client.release();
  expect(seen.rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('statements that are not awaited in turn all run, even if some of them are deferred', async () => {
  await inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await Promise.all([insert(tx, 2), insert(deferred(tx), 3), insert(tx, 4), insert(deferred(tx), 5), insert(tx, 6)]);
  });
  expect(await notes()).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each([
  ['with the commit', async () => undefined],
  ['with the next statement', (tx: Db) => insert(tx, 3)],
  ['with one that has no values', (tx: Db) => tx.execute(sql`insert into notes values (3, 3)`)],
])(
  'a deferred statement that fails %s rolls back the transaction, is named in the error, and frees the connection',
  async (_when, next) => {
    const failing = inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await insert(deferred(tx), 1);
      await next(tx);
    });
    const error: unknown = await failing.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(isUniqueViolation(error)).toBe(true);
    expect(`${String(error)} ${String((error as Error).cause)}`).toContain('insert into notes values ($1, $2)');
    expect(await notes()).toEqual([]);
    await inTransaction(database.db, (tx) => insert(tx, 4));
    expect(await notes()).toEqual([4]);
  },
);

test('a statement pipelined after a failing one, both new to the connection, can be sent again', async () => {
  const halve = (tx: Db) => tx.execute(sql`update counters set value = value / ${0}`);
  const count = (tx: Db) => tx.execute(sql`select value + ${1} as value from counters`);
  const failing = inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await halve(deferred(tx));
    await count(tx);
  });
  await expect(failing).rejects.toThrow('Failed query');
  expect((await count(database.db)).rows).toEqual([{ value: 1 }]);
});

test('a failing commit rolls back deferred statements', async () => {
  await insert(apart.db, 1);
  const failing = inTransaction(database.db, async (tx) => {
    await raise(tx, 1);
    await deferred(tx).execute(sql`insert into notes values (${7}, ${1})`);
    await raise(deferred(tx), 1);
  });
  await expect(failing).rejects.toSatisfy(isUniqueViolation);
  expect(await notes()).toEqual([1]);
  const { rows } = await database.db.execute(
    sql`select value, pg_current_xact_id_if_assigned() is null as alone from counters`,
  );
  expect(rows).toEqual([{ value: 0, alone: true }]);
});

test('rolled back deferred statements are not sent at all, also in a nested transaction', async () => {
  const sent = await wire.during(async () => {
    await inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await tx
        .transaction(async (part) => {
          await insert(deferred(part), 2);
          throw new Error('changed my mind');
        })
        .catch(() => undefined);
      await insert(deferred(tx), 3);
    });
    const undone = inTransaction(database.db, async (tx) => {
      await insert(tx, 4);
      await insert(deferred(tx), 5);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
  });
  expect(sent.filter(({ text }) => text.startsWith('insert')).map(({ values }) => values[0])).toEqual(['1', '3', '4']);
  expect(await notes()).toEqual([1, 3]);
});

test('a connection lost while a statement and its commit are in progress fails the transaction', async () => {
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await apart.db.transaction(async (holder) => {
    await raise(holder, 1);
    const lost = inTransaction(database.db, async (tx) => {
      await insert(tx, 1);
      await raise(deferred(tx), 10);
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
  Promise.all([held(pipelined(tx), by), idsFrom(tx, 0)]).then(([{ rows }, found]) => ({
    value: rows[0]?.value,
    ids: found.rows.map(({ id }) => id),
  }));

test('a pipelined statement returns its rows together with those of the next, in one round trip', async () => {
  await inTransaction(database.db, (tx) => heldWithIds(tx));
  await insert(apart.db, 1);
  let found: unknown;
  const sent = await wire.during(() =>
    inTransaction(database.db, async (tx) => {
      found = await heldWithIds(tx);
    }),
  );
  expect(found).toEqual({ value: 2, ids: [1] });
  expect([sent.length, wire.roundTrips()]).toEqual([4, 2]);
});

test('a statement pipelined after one that waits for a lock sees rows committed meanwhile', async () => {
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

test('a failing pipelined statement fails the next one too, rolls back the transaction, and leaves the connection usable', async () => {
  await inTransaction(database.db, (tx) => heldWithIds(tx));
  const failing = inTransaction(database.db, async (tx) => {
    await insert(tx, 1);
    await Promise.all([insert(pipelined(tx), 1), insert(tx, 2)]);
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
        await raise(deferred(tx), 1);
      }),
    ),
  );
  expect(await notes()).toEqual(numbers);
  expect((await apart.db.execute(sql`select value from counters`)).rows).toEqual([{ value: 50 }]);
});
