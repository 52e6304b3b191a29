import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

/**
 * Migrates a database with the files of a folder, in a process that can be killed. Arguments:
 * database URL, folder.
 */
const [, , databaseUrl, folder] = process.argv;
const database = await openDatabase({ databaseUrl, onError: () => undefined });
await migrateDatabase(database, { folder });
await database.close();
