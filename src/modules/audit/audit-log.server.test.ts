import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstPage } from '#platform/db/list-page.server.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { recordChange } from './audit-log.server.ts';
import { searchChanges } from './audit-log.queries.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each(['UPDATE audit_entries SET action = action', 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])(
  'an entry is immutable: %s is refused',
  async (statement) => {
    await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'audit entries are only added' },
    });
  },
);

test.each(['a\u0000b', 'a\uD800b'])(
  'an entry about %j is stored with a sign for what no column accepts',
  async (text) => {
    const actor = { id: null, email: 'ada@shop.example', requestId: 'r' };
    const after = { text, list: [{ text }], at: new Date(0), none: null };
    await recordChange(database.db, actor, { action: 'x.edit', subject: `x:${text}`, before: null, after });
    const all = { subject: '', actor: '', kind: '', page: firstPage(1) };
    const [entry] = (await searchChanges(database.db, all)).rows;
    const stored = 'a\uFFFDb';
    expect(entry?.subject).toBe(`x:${stored}`);
    expect(entry?.after).toEqual({
      text: stored,
      list: [{ text: stored }],
      at: '1970-01-01T00:00:00.000Z',
      none: null,
    });
  },
);
