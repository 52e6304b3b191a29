import { asc, eq, inArray } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { userRoles, users } from '../tables.server.ts';

/** Everyone who is an admin, by name. */
export function adminsOf(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  const { id, name, email } = users;
  return db
    .select({ id, name, email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, id))
    .where(eq(userRoles.role, 'admin'))
    .orderBy(asc(name), asc(id));
}

/** How many of these addresses have an account. */
export function countUsersNamed(db: Db, emails: readonly string[]): Promise<number> {
  return db.$count(users, inArray(users.email, [...emails]));
}
