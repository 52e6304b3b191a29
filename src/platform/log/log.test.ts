import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { createLog } from './log.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const canaries = ['canary.mia@example.com', 'Canaria', '7 Canary Lane'];

function logged(error: unknown): string {
  let said = '';
  const log = createLog('debug', { write: (line: string) => (said += line) });
  log.error({ err: error, requestId: 'r-1' }, 'request failed');
  return said;
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

const values = sql.join(
  canaries.map((canary) => sql`${canary}`),
  sql`, `,
);

test.each([
  ['a query that is wrong', () => database.db.execute(sql`select nothing from nowhere where x in (${values})`)],
  [
    'a row that breaks a rule',
    async () => {
      const row = sql`insert into users (name, email) values (${canaries[1]}, ${canaries[0]})`;
      await database.db.execute(row);
      await database.db.execute(row);
    },
  ],
  [
    'a value of a wrong kind',
    () => database.db.execute(sql`select * from orders where id = ${`${canaries[0]} ${canaries[2]}`}::uuid`),
  ],
])('the log of %s says what went wrong and names nobody', async (_what, work) => {
  const said = logged(await errorOf(work()));
  expect(said).toContain('Failed query');
  for (const canary of canaries) expect([canary, said.includes(canary)]).toEqual([canary, false]);
});

test('a mail server’s words and what a library hangs on an error stay out of the log', () => {
  const error = Object.assign(new Error(`550 <${canaries[0]}> is unknown`), {
    rejected: [canaries[0]],
    detail: canaries[2],
    code: 'EENVELOPE',
  });
  const said = logged(error);
  expect(said).toContain('550 <[address]> is unknown');
  expect(said).toContain('EENVELOPE');
  for (const canary of canaries) expect([canary, said.includes(canary)]).toEqual([canary, false]);
});
