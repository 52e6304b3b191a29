import { asc, eq, inArray } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { userRoles, users } from './tables.server.ts';

export type Person = { id: string; name: string; email: string };

const { id, name, email } = users;
const named = { id, name, email };

/** Returns the people with these ids whose accounts still exist. */
export async function peopleOf(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(named)
    .from(users)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

export function adminsOf(db: Db): Promise<Person[]> {
  return db
    .select(named)
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, id))
    .where(eq(userRoles.role, 'admin'))
    .orderBy(asc(name), asc(id));
}

export function countUsersNamed(db: Db, emails: readonly string[]): Promise<number> {
  return db.$count(users, inArray(email, [...emails]));
}
