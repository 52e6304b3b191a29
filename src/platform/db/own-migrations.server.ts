import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';

export const migrationsFolder = 'db/migrations';

let own: MigrationMeta[] | undefined;

/** Returns the migrations of this version, oldest first. */
export function ownMigrations(): MigrationMeta[] {
  own ??= readMigrationFiles({ migrationsFolder });
  return own;
}
