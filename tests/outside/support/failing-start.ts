import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { processEnvironment } from '../../support/process-environment.ts';

/**
 * User who does not own the test's files. Tests that run as root need one, because file permissions
 * do not bind root.
 */
export const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Wraps a shell command so that its mounts are visible to itself only. */
export const unshared = (line: string) =>
  ['unshare', ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), 'sh', '-c', line]] as const;

type Start = {
  settings: Record<string, string>;
  /** Working directory. */
  folder?: string;
  /** User that runs the shop. */
  as?: { uid?: number; gid?: number };
  /** Shell command to run first. Folders that it mounts are visible to the shop only. */
  prepare?: string;
};

const script = resolve('build/server/index.js');
const timeoutMs = 60_000;

function commandOf(prepare: string | undefined): [string, string[]] {
  if (prepare === undefined) return [process.execPath, [script]];
  const [command, words] = unshared(`${prepare} && exec "$0" "$1"`);
  return [command, [...words, process.execPath, script]];
}

/**
 * Starts the built shop where it must fail. Returns its output and exit code, which is null if it
 * runs anyway.
 */
export function failingStart({ settings, folder = '.', as = {}, prepare }: Start) {
  const [command, args] = commandOf(prepare);
  const env = {
    PATH: process.env.PATH ?? '',
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(command, args, { env, cwd: folder, ...as });
  let said = '';
  const onOutput = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('is open at')) child.kill('SIGKILL');
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const end = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  return new Promise<{ code: number | null; said: string }>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(end);
      done({ code, said: said.trim() });
    });
  });
}
