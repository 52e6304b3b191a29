import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

/** Migrates the database of an address by the files of a folder, in a process that can be killed. */
const [, , databaseUrl, folder] = process.argv;
const database = await openDatabase({ databaseUrl, onError: () => undefined });
await migrateDatabase(database, { folder });
await database.close();
