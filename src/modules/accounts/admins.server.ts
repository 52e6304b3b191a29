import { asc, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { userRoles, users } from './tables.server.ts';

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
