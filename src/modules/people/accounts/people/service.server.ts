import { inArray } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { users } from '../tables.server.ts';

export type Person = { id: string; name: string; email: string };

/** Who has these ids, as far as their accounts are still there. */
export async function peopleOf(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const { id, name, email } = users;
  const rows = await db
    .select({ id, name, email })
    .from(users)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
