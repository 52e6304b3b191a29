import { resolve } from 'node:path';

import { readSettings } from '#platform/env/settings.server.ts';

import { runCommand, say } from './run-command.server.ts';
import type { Parts } from './open-shop.server.ts';

const form = { usage: 'npm run restore -- shop.backup', missing: 'Say what is to be restored' };

await runCommand(form, async ({ word: file }) => {
  const { secretFingerprint } = await import('./backup/backup-format.ts');
  const { restoreBackup } = await import('./backup/restore-backup.server.ts');
  const { openParts, openShopDatabase } = await import('./open-shop.server.ts');
  const settings = readSettings();
  const database = await openShopDatabase(settings);
  let parts: Parts | undefined;
  const openJobs = async () => (parts = await openParts(settings, database)).jobs;
  try {
    const { manifest, formerJobs } = await restoreBackup({ database, openJobs }, resolve(file));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${rows} rows of ${manifest.createdAt} are back, and every count and checksum is the same.`);
    if (formerJobs.length > 0) {
      say(
        `Left out: ${formerJobs.length} jobs that this version does not do (${[...new Set(formerJobs)].join(', ')}).`,
      );
    }
    if (manifest.secretMark !== secretFingerprint(settings.sessionSecret)) {
      say('SESSION_SECRET is another one than when the backup was made: everybody must sign in again, links in old');
      say('mails end, and second factors cannot be read. Set the old secret to avoid that.');
    }
    say('Next: npm run reconcile lists payments that were made after the backup.');
    return 0;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
});
