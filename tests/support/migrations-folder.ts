import { cp, mkdtemp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';

/** Separator of the statements of a migration. */
const breakpoint = '--> statement-breakpoint';

/** Statements of each migration. */
type Migrations = readonly (readonly string[])[];

const own = 'db/migrations';
const journal = z.looseObject({ entries: z.array(z.unknown()) });

/** Adds migrations to a folder that may contain others. They run after those of the shop. */
async function addMigrations(folder: string, migrations: Migrations): Promise<void> {
  const place = join(folder, 'meta/_journal.json');
  const { entries } = journal.parse(JSON.parse(await readFile(place, 'utf8').catch(() => '{"entries":[]}')));
  const newest = readMigrationFiles({ migrationsFolder: own }).at(-1)?.folderMillis ?? 0;
  const added = migrations.map((_, idx) => ({ idx, when: newest + 1 + idx, tag: String(idx), breakpoints: true }));
  await writeFile(place, JSON.stringify({ entries: [...entries, ...added] }));
  for (const [tag, statements] of migrations.entries())
    await writeFile(join(folder, `${tag}.sql`), statements.join(`\n${breakpoint}\n`));
}

/** Creates a folder of migrations. */
export async function migrationsFolder(migrations: Migrations): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'meta'));
  await addMigrations(folder, migrations);
  return folder;
}

/**
 * Creates a folder in which the built shop starts as its next version, with additional migrations.
 */
export async function nextVersion(migrations: Migrations): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'next-version-'));
  await symlink(resolve('build'), join(folder, 'build'));
  await cp(own, join(folder, own), { recursive: true });
  await addMigrations(join(folder, own), migrations);
  return folder;
}
