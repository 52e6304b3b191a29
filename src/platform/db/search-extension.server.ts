import type pg from 'pg';

import { StartUpError } from '#platform/env/start-up-error.ts';

/** True when the extension is installed, or is trusted and this user may create it. */
const usable = `
  select exists (select from pg_extension where extname = 'pg_trgm') or exists (
    select from pg_available_extension_versions e, pg_roles r
    where e.name = 'pg_trgm' and r.rolname = current_user
      and (r.rolsuper or e.trusted and has_database_privilege(current_database(), 'create'))
  ) as "isUsable"`;

/** Throws StartUpError if the extension that the search indexes need cannot be installed. */
export async function checkExtension(database: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await database.query<{ isUsable: boolean }>(usable);
  if (rows[0]?.isUsable === true) return;
  throw new StartUpError(
    'The search needs the extension pg_trgm, which the user of DATABASE_URL may not create: have the administrator of PostgreSQL run "create extension pg_trgm" in this database (it comes with PostgreSQL, in Debian\'s package itself, elsewhere in postgresql-contrib).',
  );
}
