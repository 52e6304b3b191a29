import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { DatabaseUnreachable } from '../db/database-errors.server.ts';
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
])('the log of %s states the error and no personal data', async (_what, work) => {
  const said = logged(await errorOf(work()));
  expect(said).toContain('Failed query');
  for (const canary of canaries) expect([canary, said.includes(canary)]).toEqual([canary, false]);
});

test("personal data in a mail server's response and in fields that a library adds to an error is not logged", () => {
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

/** Returns the shortest of three run times, in milliseconds. */
function timeOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

test.each([
  ['one word', 'x'.repeat(1_000_000)],
  ['many words that end before an @', 'x '.repeat(500_000)],
  ['nothing but @', '@'.repeat(1_000_000)],
  ['the beginnings of a list of values', 'params: '.repeat(125_000)],
  ['quotes', '"'.repeat(1_000_000)],
  ['lines that look like places', '\n    at x'.repeat(100_000)],
])('an error of 1 MB that is %s is logged quickly and shortened', (_what, text) => {
  const error = new SyntaxError(text);
  expect(timeOf(() => logged(error)) - timeOf(() => text.includes('\0'))).toBeLessThan(50);
  expect(logged(error).length).toBeLessThan(10_000);
});

test('every text in the log is bounded', () => {
  let said = '';
  const log = createLog('debug', { write: (line: string) => (said += line) });
  log.warn({ path: `/${'x'.repeat(15_500)}`, reason: 'y'.repeat(15_500) }, 'page not found');
  expect(said.length).toBeLessThan(2_200);
});

test('a value that looks like stack frames is not logged', () => {
  const error = new Error(`Failed query: select $1\nparams: a\n    at ${canaries[1]} (secret.ts:1:1)`);
  const said = logged(error);
  expect(said).toContain('log.test.ts');
  expect(said).not.toContain(canaries[1]);
});

type Line = { msg: string; suppressed?: number; err?: { type: string } };

test('an unavailable database is logged once a minute per message, and other errors every time', () => {
  const lines: Line[] = [];
  let clock = 0;
  const out = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const log = createLog('debug', out, () => clock);
  const err = new DatabaseUnreachable(new Error('connect ECONNREFUSED'));
  const fail = () => {
    log.error({ err, requestId: 'r-1' }, 'request failed');
    log.error({ err }, 'job failed');
    log.error({ err: new Error('a real fault') }, 'request failed');
  };
  for (let second = 0; second < 120; second += 1) {
    clock = second * 1_000;
    fail();
  }
  const ofDatabase = lines.filter(({ err }) => err?.type === 'DatabaseUnreachable');
  expect(ofDatabase.map(({ msg, suppressed = 0 }) => [msg, suppressed])).toEqual([
    ['request failed', 0],
    ['job failed', 0],
    ['request failed', 59],
    ['job failed', 59],
  ]);
  expect(lines).toHaveLength(120 + 4);
});
