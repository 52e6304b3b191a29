import { afterAll, beforeAll, expect, test } from 'vitest';

import { folded } from '#shared/search-fold.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.server.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Letters of a Unicode version that no database in use knows. */
const newer = new Set(['\ua7f1']);
const signs = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1)).filter(
  (sign) => sign.isWellFormed() && !newer.has(sign),
);

async function differences(texts: string[]): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ text: string; folded: string }>(
    'select text, search_fold(text) as folded from unnest($1::text[]) text',
    [texts],
  );
  return rows.filter((row) => row.folded !== folded(row.text)).map((row) => [row, folded(row.text)]);
}

test.each([
  ['alone', (sign: string) => sign],
  ['within a word', (sign: string) => `a${sign}B`],
  ['between blanks and beside other scripts', (sign: string) => `Ж ${sign} é`],
  ['after a letter with its accent apart', (sign: string) => `E\u0301${sign}\u0327`],
])('the database folds each sign %s as the server does', async (_, within) => {
  expect(await differences(signs.map(within))).toEqual([]);
});

test('the database folds 5,000 mixed texts as the server does', async () => {
  let state = 7;
  const next = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max;
  const ranges = [127, 0x250, 0x3100, 0xffff];
  const text = () => Array.from({ length: 12 }, () => signs[next(ranges[next(4)] ?? 127) % signs.length]).join('');
  expect(await differences(Array.from({ length: 5_000 }, text))).toEqual([]);
});
