import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inDataFolder, openDataFolder, syncToDisk } from './data-folder.server.ts';
import { StartUpError } from './start-up-error.ts';

/**
 * Writes the secret atomically: a process or machine that stops meanwhile leaves no partial file of
 * that name.
 */
function writeSecret(folder: string, file: string): string {
  const secret = randomBytes(32).toString('hex');
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, secret, { mode: 0o600 });
  syncToDisk(unfinished);
  renameSync(unfinished, file);
  syncToDisk(folder);
  return secret;
}

/**
 * Returns the secret stored beside the embedded database, so that cookies and signed links outlive
 * a restart.
 */
export function storedSecret(folder: string): string {
  openDataFolder(folder);
  const file = join(folder, 'session-secret');
  if (!existsSync(file)) return inDataFolder(folder, () => writeSecret(folder, file));
  const secret = inDataFolder(folder, () => readFileSync(file, 'utf8'), file).trim();
  if (/^[\x21-\x7e]{32,}$/.test(secret)) return secret;
  throw new StartUpError(
    `The file ${file} is empty or damaged. Restore it from a backup, or delete it. If you delete it, everyone must sign in again.`,
  );
}
