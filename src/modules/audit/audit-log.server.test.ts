import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';

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
