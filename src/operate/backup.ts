import { resolve } from 'node:path';

import { readSettings } from '#platform/env/settings.server.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { CommandError, runCommand, printLine } from './run-command.server.ts';

const form = { usage: 'npm run backup -- shop.backup', missing: 'Enter a file for the backup' };

await runCommand(form, async ({ word: file }) => {
  const { takeRecordedBackup } = await import('./backup/recorded-backup.server.ts');
  const { hasDatabase, jobNames, openShopDatabase } = await import('./open-shop.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandError(`No shop found in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  try {
    const { version: shopVersion } = packageJson;
    const parts = { database, jobNames, shopVersion, sessionSecret: settings.sessionSecret };
    const { tables } = await takeRecordedBackup(parts, resolve(file));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    printLine(`${resolve(file)} contains ${rows} rows from ${tables.length - 1} tables.`);
    printLine('It contains customer data but no settings. Store it safely, together with SESSION_SECRET.');
    return 0;
  } finally {
    await database.close();
  }
});
