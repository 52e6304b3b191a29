import { stat } from 'node:fs/promises';

import { recordBackup } from '#platform/backups/backups.server.ts';

import type { Manifest } from './backup-format.ts';
import { takeBackup, type BackupParts } from './write-backup.server.ts';

/** Takes a backup and tells the shop its time and size. */
export async function takeRecordedBackup(parts: BackupParts, file: string): Promise<Manifest> {
  const manifest = await takeBackup(parts, file);
  await recordBackup(parts.database.db, (await stat(file)).size);
  return manifest;
}
