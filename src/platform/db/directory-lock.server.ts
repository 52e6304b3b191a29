import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another process. Stop it, or set DATA_DIR to another folder.`);
  }
}

/** Holds a folder for this process until released or until the process ends in any way; refuses when another holds it. */
export function lockDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(join(directory, '.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new DirectoryInUse(directory);
  }
  return { release: () => lock.close() };
}
