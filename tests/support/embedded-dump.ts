import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import type { TestProject } from 'vitest/node';

import { openEmbeddedPool } from '#platform/db/embedded.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a dump of an empty, migrated embedded database. */
    embeddedDump: string;
  }
}

const onError = (error: Error) => {
  throw error;
};

/** Migrates an embedded database once. Each suite begins with a copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'shop-dump-'));
  const { dump, ...database } = await openEmbeddedPool({ onError });
  await migrateDatabase({ ...database, db: drizzle({ client: database.pool }), kind: 'embedded' });
  const file = join(directory, 'migrated.tar');
  writeFileSync(file, Buffer.from(await (await dump()).arrayBuffer()));
  await database.close();
  project.provide('embeddedDump', file);
  return () => rmSync(directory, { recursive: true, force: true });
}
