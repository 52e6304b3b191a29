import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Versions whose database is stored. */
export const releases = globSync('tests/releases/*.sql.gz').map((file) => basename(file, '.sql.gz'));

/** Returns the statements that make the database of a released version. */
export const databaseOf = (release: string): string =>
  gunzipSync(readFileSync(`tests/releases/${release}.sql.gz`)).toString();

/** Returns the hashes of the migrations that a released version had. */
export function migrationsOf(release: string): string[] {
  const applied = databaseOf(release).matchAll(/\(\d+, '([0-9a-f]{64})', \d+, '[^']*'\)/g);
  return [...applied].map(([, hash = '']) => hash);
}
