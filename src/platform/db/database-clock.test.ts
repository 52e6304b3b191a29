import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { startDatabaseClock, clockWarning } from './database-clock.server.ts';
import type { Database } from './database.server.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const dayMs = 86_400_000;

test.each([800 * dayMs, 45 * dayMs, -3 * 3_600_000])(
  'a process with a clock off by %i ms uses the clock of the database, and logs a warning',
  async (offMs) => {
    const logged: unknown[] = [];
    const log = { warn: (text: unknown) => logged.push(text) };
    const clock = await startDatabaseClock(database, { log, wallMs: () => Date.now() + offMs });
    const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    expect(Math.abs(clock.now().getTime() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(2_000);
    expect(Math.abs(clock.aheadMs() - offMs)).toBeLessThan(2_000);
    expect(logged).toEqual([clockWarning(offMs)]);
    clock.stop();
  },
);

test.each([4_900, -4_900])('a clock that is %i ms ahead causes no warning', (aheadMs) => {
  expect(clockWarning(aheadMs)).toBeNull();
});

test.each([
  [12_500, 'is 12.5 s ahead of the clock of the database'],
  [-10_800_000, 'is 10800.0 s behind the clock of the database'],
  [45 * dayMs, 'is 45 days ahead of the clock of the database'],
])('a clock that is %i ms ahead %s', (aheadMs, said) => {
  expect(clockWarning(aheadMs)).toContain(said);
});
