import { resolve } from 'node:path';

import { readSettings } from '#platform/env/settings.server.ts';

import { runCommand, printLine } from './run-command.server.ts';
import type { CommandContext } from './open-shop.server.ts';

const form = { usage: 'npm run restore -- shop.backup', missing: 'Enter the backup file to restore' };

await runCommand(form, async ({ word: file }) => {
  const { secretFingerprint } = await import('./backup/backup-format.ts');
  const { restoreBackup } = await import('./backup/restore-backup.server.ts');
  const { openCommandContext, openShopDatabase } = await import('./open-shop.server.ts');
  const settings = readSettings();
  const database = await openShopDatabase(settings);
  let parts: CommandContext | undefined;
  const openJobs = async () => (parts = await openCommandContext(settings, database)).jobs;
  try {
    const { manifest, formerJobs } = await restoreBackup({ database, openJobs }, resolve(file));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    printLine(`Restored ${rows} rows from ${manifest.createdAt}. All counts and checksums match.`);
    if (formerJobs.length > 0) {
      printLine(
        `Skipped ${formerJobs.length} jobs that this version doesn’t support (${[...new Set(formerJobs)].join(', ')}).`,
      );
    }
    if (manifest.secretMark !== secretFingerprint(settings.sessionSecret)) {
      printLine('SESSION_SECRET has changed since the backup. Everyone must sign in again, links in old');
      printLine('emails stop working, and neither two-factor authentication nor the keys under Settings > Connections');
      printLine('can be used. Set the old secret to avoid this.');
    }
    printLine('Next: run npm run reconcile to list payments made after the backup.');
    return 0;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
});
