import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from '../db/database.server.ts';
import { createLimits } from './limits.server.ts';

let own: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
beforeAll(async () => {
  own = await newPostgresDatabase(inject('postgresTemplate'));
  database = await openDatabase({ databaseUrl: own.url, poolSize: 1, onError: () => undefined });
  await database.db.execute(
    sql`insert into rate_limit_points select 'opens:' || i, 1, 0 from generate_series(1, 5000) i`,
  );
  await database.db.execute(sql`analyze`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('the statements for the limits of a call are planned five times and no more', async () => {
  const limits = createLimits(database.pool, { rateLimits: 'on' });
  const limit = (name: string) => ({ name, points: 100, seconds: 60 });
  for (let call = 0; call < 8; call += 1) {
    await limits.consumeAll([
      { limit: limit('opens'), key: 'mia' },
      { limit: limit('opens-address'), key: '203.0.113.13' },
    ]);
  }
  for (let call = 0; call < 8; call += 1) {
    await limits.restorePoints([
      { limit: limit('opens'), key: 'mia' },
      { limit: limit('opens-address'), key: '203.0.113.13' },
    ]);
  }
  const { rows } = await database.db.execute(sql`
    select generic_plans::int as kept, custom_plans::int as anew from pg_prepared_statements where name in ('limits_take', 'limits_give_back')`);
  expect(rows).toEqual([
    { kept: 3, anew: 5 },
    { kept: 3, anew: 5 },
  ]);
});
