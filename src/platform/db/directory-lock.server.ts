import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { diskFull } from '#platform/env/data-folder.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

export class DirectoryInUse extends StartUpError {
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another process. Stop it, or set DATA_DIR to another folder.`);
  }
}

// https://www.sqlite.org/rescode.html
const [busy, readOnly, full, cannotOpen, notADatabase] = [5, 8, 13, 14, 26];

function lockError(error: unknown, directory: string): unknown {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
  if (code === busy) return new DirectoryInUse(directory);
  if (code === full) return diskFull(directory);
  const file = `The file ${join(directory, '.lock')}`;
  // The extended codes of a read-only file share its lowest byte.
  if (code === cannotOpen || (typeof code === 'number' && code % 256 === readOnly))
    return new StartUpError(`${file} cannot be opened. Let the user of the shop read and write it.`);
  if (code === notADatabase) return new StartUpError(`${file} is damaged. Delete it: it holds no data.`);
  return error;
}

function lockFile(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Locks a folder for this process until released or until the process ends in any way. Throws
 * DirectoryInUse if another process holds it.
 */
export function lockDirectory(directory: string): { release(): void } {
  try {
    const lock = lockFile(join(directory, '.lock'));
    return { release: () => lock.close() };
  } catch (error) {
    throw lockError(error, directory);
  }
}
