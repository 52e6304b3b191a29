import { existsSync, readdirSync, renameSync, rmSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';

import {
  checkAccess,
  diskFull,
  inDataFolder,
  isDiskFull,
  openDataFolder,
  syncToDisk,
} from '#platform/env/data-folder.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

import { lockDirectory } from './directory-lock.server.ts';

type Opening<T> = (path: string) => Promise<T>;
type Folders = { directory: string; path: string };

/** True when `path` holds a database. Throws StartUpError if it holds other files only. */
function hasDatabase({ directory, path }: Folders): boolean {
  const names = existsSync(path) ? readdirSync(path) : [];
  if (names.includes('PG_VERSION')) {
    checkAccess(directory, path);
    return true;
  }
  if (names.length === 0) return false;
  throw new StartUpError(
    `The folder ${path} holds files but no database: PG_VERSION is missing. Put the missing files back, or move the folder away to begin with an empty shop.`,
  );
}

/**
 * Creates a database under a temporary name and renames it once it is complete. Leftovers of a
 * killed process are replaced.
 */
async function makeDatabase({ directory, path }: Folders, open: Opening<{ close(): Promise<void> }>): Promise<void> {
  const unfinished = `${path}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await open(unfinished);
  await database.close();
  rmSync(path, { recursive: true, force: true });
  renameSync(unfinished, path);
  syncToDisk(directory);
}

function damaged({ path }: Folders, cause: unknown): StartUpError {
  return new StartUpError(
    `The embedded database in ${path} is damaged and cannot be opened. Move that folder away, then put a backup back with npm run restore.`,
    { cause },
  );
}

async function openDatabase<T extends { close(): Promise<void> }>(folders: Folders, open: Opening<T>): Promise<T> {
  const isThere = inDataFolder(folders.directory, () => hasDatabase(folders));
  try {
    if (!isThere) await makeDatabase(folders, open);
    return await open(folders.path);
  } catch (cause) {
    if (isDiskFull(folders.directory)) throw diskFull(folders.directory);
    throw isThere ? damaged(folders, cause) : cause;
  }
}

/**
 * Checks every second whether a database's folder was replaced or deleted. Returns a function that
 * stops it.
 */
function watchFolder(path: string, onGone: (path: string) => void): () => void {
  const file = join(path, 'PG_VERSION');
  watchFile(file, { interval: 1_000, persistent: false }, (now, before) => {
    if (now.ino === 0 || now.ino !== before.ino) onGone(path);
  });
  return () => unwatchFile(file);
}

type Holding<T> = { directory: string; open: Opening<T>; onGone?: ((path: string) => void) | undefined };

/**
 * Opens the database of a data directory and locks that for this process. Throws StartUpError, and
 * never creates a database over other files.
 */
export async function openInFolder<T extends { close(): Promise<void> }>({
  directory,
  open,
  onGone = () => undefined,
}: Holding<T>): Promise<{ database: T; release(): void }> {
  const lockFile = join(directory, '.lock');
  openDataFolder(directory);
  if (existsSync(lockFile)) checkAccess(directory, lockFile);
  const { release } = lockDirectory(directory);
  const path = join(directory, 'pg');
  try {
    const database = await openDatabase({ directory, path }, open);
    const stopWatching = watchFolder(path, onGone);
    const end = () => {
      stopWatching();
      release();
    };
    return { database, release: end };
  } catch (error) {
    release();
    throw error;
  }
}
