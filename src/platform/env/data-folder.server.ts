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

import { textOf } from '#shared/field-of.ts';

import { StartUpError } from './start-up-error.ts';

const whole = constants.R_OK | constants.W_OK;
/** Bytes: the embedded database writes its journal in files of 16 MB, and removes the one that no longer fits. */
const scarceBytes = 32 * 1024 * 1024;

export function diskFull(folder: string): StartUpError {
  return new StartUpError(
    `The disk of the data directory ${folder} is full. Make room on it, or set DATA_DIR to another disk.`,
  );
}

/** Whether so little room is left on the disk of a folder that the embedded database cannot work there. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < scarceBytes;
}

function noAccess(folder: string, path: string): StartUpError {
  const user = process.getuid?.() ?? 'this user';
  return new StartUpError(
    `The shop runs as user ${user}, who may not read and write ${path}. Give that user the data directory (chown -R ${user} ${folder}), or set DATA_DIR to another folder.`,
  );
}

/** The sentence for an error of the file system below the data directory; other errors are thrown as they are. */
function folderError(error: unknown, folder: string, path: string): unknown {
  const code = textOf(error, 'code');
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder);
  if (code === 'EACCES' || code === 'EPERM') return noAccess(folder, path);
  if (code === 'EROFS')
    return new StartUpError(`The disk of the data directory ${folder} is read-only. Set DATA_DIR to another folder.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartUpError(`The data directory ${folder} is a file or lies below one. Set DATA_DIR to a folder.`);
  }
  return error;
}

/** Runs what works on files below the data directory; what the file system refuses becomes one sentence. */
export function inDataFolder<T>(folder: string, work: () => T, path = folder): T {
  try {
    return work();
  } catch (error) {
    throw folderError(error, folder, path);
  }
}

/** Makes the data directory where there is none; throws StartUpError when this user cannot work in it. */
export function openDataFolder(folder: string): void {
  inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, whole | constants.X_OK);
  });
}

/** Throws StartUpError on the first file or folder below `path` that this user may not read and write. */
export function checkAccess(folder: string, path: string): void {
  const isFolder = inDataFolder(folder, () => statSync(path).isDirectory(), path);
  inDataFolder(folder, () => accessSync(path, isFolder ? whole | constants.X_OK : whole), path);
  if (!isFolder) return;
  for (const name of inDataFolder(folder, () => readdirSync(path), path)) checkAccess(folder, join(path, name));
}

/** Waits until the disk has what was written to a file, or made and removed in a folder. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
