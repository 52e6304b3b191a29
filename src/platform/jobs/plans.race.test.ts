import { sql } from 'drizzle-orm';
import { expect, inject, test, vi } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import type { Ctx } from '../ctx.server.ts';
import { openDatabase } from '../db/database.server.ts';
import { inTransaction } from '../db/transaction.server.ts';
import { createLog } from '../log/log.server.ts';
import { createJobs } from './jobs.server.ts';

const count = 12;
/**
 * Completed jobs that are not deleted yet, as in a shop that has sold before. With them, a bad plan
 * is made again for each job.
 */
const before = 3_000;

test('the statements that fetch and complete jobs are planned once, not for every job', async () => {
  const own = await newPostgresDatabase(inject('postgresTemplate'));
  const database = await openDatabase({ databaseUrl: own.url, poolSize: 1, onError: () => undefined });
  const jobs = createJobs<Ctx>(database, createLog('silent'));
  const work = async () => undefined;
  await jobs.start([{ name: 'test-job', work }], {} as Ctx, true);
  await database.db.execute(sql`
    insert into pgboss.job (name, state, completed_on) select 'test-job', 'completed', now() from generate_series(1, ${before})`);
  await database.db.execute(sql`analyze`);
  await inTransaction(database.db, async (tx) => {
    for (let number = 0; number < count; number += 1) await jobs.enqueue(tx, { name: 'test-job', data: { number } });
  });
  const completed = () =>
    database.db.execute(sql`select count(*)::int as count from pgboss.job where state = 'completed'`);
  await vi.waitFor(async () => expect((await completed()).rows).toEqual([{ count: before + count }]), {
    timeout: 20_000,
  });
  const { rows } = await database.db.execute(sql`
    select statement ~* '^\\s*with\\s+next' as fetches, custom_plans <= 5 as once, generic_plans + custom_plans >= ${count} as often
    from pg_prepared_statements where name like 'jobs_%' order by fetches desc`);
  expect(rows).toMatchObject([
    { fetches: true, once: true, often: true },
    { fetches: false, once: true, often: true },
  ]);
  await jobs.stop();
  await database.close();
  await own.drop();
});
