import { afterAll, beforeAll, expect, test } from 'vitest';

import { cursorText, firstPage } from '#platform/db/list-page.server.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { listChangeFilters, searchChanges } from './audit-log.queries.server.ts';
import { recordChange } from './audit-log.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const write = (email: string, subject: string) =>
  recordChange(
    database.db,
    { id: null, email, requestId: 'r' },
    { action: 'x.edit', subject, before: null, after: {} },
  );

test('lists each person and each kind of record with changes once, and filters by them at any cursor', async () => {
  expect(await listChangeFilters(database.db)).toEqual({ actors: [], kinds: [] });
  for (const number of [1, 2, 3]) {
    await write('ada@shop.example', `order:HR-${number}`);
    await write('bo@shop.example', `tax:NV-${number}`);
  }
  expect(await listChangeFilters(database.db)).toEqual({
    actors: ['ada@shop.example', 'bo@shop.example'],
    kinds: ['order', 'tax'],
  });
  const search = async (query: Partial<Parameters<typeof searchChanges>[1]>) => {
    const all = { subject: '', actor: '', kind: '', page: firstPage(2) };
    return searchChanges(database.db, { ...all, ...query });
  };
  const newest = await search({ kind: 'tax' });
  expect(newest.rows.map(({ subject }) => subject)).toEqual(['tax:NV-3', 'tax:NV-2']);
  const older = await search({ actor: 'bo@shop.example', page: { ...firstPage(2), cursor: newest.next } });
  expect(older.rows.map(({ subject }) => subject)).toEqual(['tax:NV-1']);
  const cursor = cursorText('-when', [String((older.rows[0]?.id ?? 0) - 1)]);
  const newer = await search({ page: { ...firstPage(2), cursor, towards: 'previous' } });
  expect(newer.rows.map(({ subject }) => subject)).toEqual(['order:HR-2', 'tax:NV-1']);
});
