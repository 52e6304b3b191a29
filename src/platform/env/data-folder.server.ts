import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

import { stringProperty } from '#shared/read-property.ts';

import { StartUpError } from './start-up-error.ts';

const whole = constants.R_OK | constants.W_OK;
/**
 * Bytes. The embedded database writes its journal in files of 16 MB, and removes the one that no
 * longer fits.
 */
const scarceBytes = 32 * 1024 * 1024;

export function diskFull(folder: string): StartUpError {
  return new StartUpError(
    `The disk with the data directory ${folder} is full. Free up space, or set DATA_DIR to another disk.`,
  );
}

/** True when the disk of a folder has too little room for the embedded database to work. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < scarceBytes;
}

function noAccess(folder: string, path: string): StartUpError {
  const user = process.getuid?.() ?? 'this user';
  return new StartUpError(
    `The shop runs as user ${user}, who can’t read and write ${path}. Give that user ownership of the data directory (chown -R ${user} ${folder}), or set DATA_DIR to another folder.`,
  );
}

/**
 * Returns a StartUpError for a file system error below the data directory; other errors unchanged.
 */
function folderError(error: unknown, folder: string, path: string): unknown {
  const code = stringProperty(error, 'code');
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder);
  if (code === 'EACCES' || code === 'EPERM') return noAccess(folder, path);
  if (code === 'EROFS')
    return new StartUpError(`The disk with the data directory ${folder} is read-only. Set DATA_DIR to another folder.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartUpError(`The data directory ${folder} is a file, or inside a file. Set DATA_DIR to a folder.`);
  }
  return error;
}

/**
 * Runs `work` on files below the data directory. File system errors become a StartUpError of one
 * sentence.
 */
export function inDataFolder<T>(folder: string, work: () => T, path = folder): T {
  try {
    return work();
  } catch (error) {
    throw folderError(error, folder, path);
  }
}

/**
 * Creates the data directory if it is missing. Throws StartUpError if this user cannot work in it.
 */
export function openDataFolder(folder: string): void {
  inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, whole | constants.X_OK);
  });
}

/**
 * Throws StartUpError on the first file or folder below `path` that this user may not read and
 * write.
 */
export function checkAccess(folder: string, path: string): void {
  const isFolder = inDataFolder(folder, () => statSync(path).isDirectory(), path);
  inDataFolder(folder, () => accessSync(path, isFolder ? whole | constants.X_OK : whole), path);
  if (!isFolder) return;
  for (const name of inDataFolder(folder, () => readdirSync(path), path)) checkAccess(folder, join(path, name));
}

/** Waits until the disk holds a file's content, or a folder's added and removed entries. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
