import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';

import { recordChange } from './audit-log.server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };
const statusOf = (status: string) => ({
  action: 'order.status',
  subject: `order:HR-${status}`,
  before: { status: 'confirmed' },
  after: { status },
});

test('changes are listed newest first, for one record or all, and paged', async () => {
  for (const status of ['processing', 'shipped', 'delivered']) {
    await recordChange(database.db, owner, statusOf(status));
  }
  const [newest, ...older] = await changesOf(database.db, { limit: 2 });
  expect(newest).toMatchObject({ actorEmail: 'owner@shop.example', after: { status: 'delivered' } });
  expect(older).toHaveLength(1);
  const rest = await changesOf(database.db, { before: older[0]?.id ?? 0 });
  expect(rest.map((entry) => entry.subject)).toEqual(['order:HR-processing']);
  const ofOne = await changesOf(database.db, { subject: 'order:HR-shipped' });
  expect(ofOne).toHaveLength(1);
});

test.each(['UPDATE audit_entries SET action = action', 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])(
  'an entry is immutable: %s is refused',
  async (statement) => {
    await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'audit entries are only added' },
    });
  },
);
