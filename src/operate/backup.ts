import { resolve } from 'node:path';

import { readSettings } from '#platform/env/settings.server.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { CommandProblem, runCommand, say } from './run-command.server.ts';

const form = { usage: 'npm run backup -- shop.backup', missing: 'Say where the backup goes' };

await runCommand(form, async ({ word: file }) => {
  const { takeRecordedBackup } = await import('./backup/recorded-backup.server.ts');
  const { hasDatabase, jobNames, openShopDatabase } = await import('./open-shop.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  try {
    const { version: shopVersion } = packageJson;
    const parts = { database, jobNames, shopVersion, sessionSecret: settings.sessionSecret };
    const { tables } = await takeRecordedBackup(parts, resolve(file));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${resolve(file)} holds ${rows} rows of ${tables.length - 1} tables.`);
    say('It holds customers’ data and no settings: keep it safe, and keep SESSION_SECRET beside it.');
    return 0;
  } finally {
    await database.close();
  }
});
