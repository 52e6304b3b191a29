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
const [busy, full, notADatabase] = [5, 13, 26];

function lockError(error: unknown, directory: string): unknown {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
  if (code === busy) return new DirectoryInUse(directory);
  if (code === full) return diskFull(directory);
  if (code === notADatabase) {
    return new StartUpError(`The file ${join(directory, '.lock')} is damaged. Delete it: it holds no data.`);
  }
  return error;
}

/** Holds a folder for this process until released or until the process ends in any way; refuses when another holds it. */
export function lockDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(join(directory, '.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw lockError(error, directory);
  }
  return { release: () => lock.close() };
}
