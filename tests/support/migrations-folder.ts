import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Where statements of one migration end. */
const breakpoint = '--> statement-breakpoint';

/** A folder of migrations, each given as its statements; they come after those of the shop. */
export async function migrationsFolder(migrations: readonly (readonly string[])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'meta'));
  const newest = readMigrationFiles({ migrationsFolder: 'db/migrations' }).at(-1)?.folderMillis ?? 0;
  const entries = migrations.map((_, idx) => ({ idx, when: newest + 1 + idx, tag: String(idx), breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [tag, statements] of migrations.entries())
    await writeFile(join(folder, `${tag}.sql`), statements.join(`\n${breakpoint}\n`));
  return folder;
}
