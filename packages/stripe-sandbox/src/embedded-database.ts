import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';

import type { Db } from './database.ts';
import { createTables } from './tables.ts';

/** Opens a database in this process with the sandbox's tables, in memory or in a folder. */
export async function openEmbedded(dataDir = 'memory://'): Promise<Db> {
  const db = drizzle({ client: await PGlite.create(dataDir) });
  await createTables(db);
  return db;
}
