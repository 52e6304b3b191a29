import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { compiledBefore } from '../../support/compiled.ts';

/** Someone else than who owns the files of the test: as root another user, whom file rights hold. */
export const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Runs a shell's command line where nobody else sees what it mounts. */
export const unshared = (line: string) =>
  ['unshare', ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), 'sh', '-c', line]] as const;

type Start = {
  settings: Record<string, string>;
  /** The folder to start it in. */
  folder?: string;
  /** The user to start it as. */
  as?: { uid?: number; gid?: number };
  /** A shell's command line before it; a folder it mounts is seen by nobody else. */
  prepare?: string;
};

const script = resolve('build/server/index.js');
const patienceMs = 60_000;

function commandOf(prepare: string | undefined): [string, string[]] {
  if (prepare === undefined) return [process.execPath, [script]];
  const [command, words] = unshared(`${prepare} && exec "$0" "$1"`);
  return [command, [...words, process.execPath, script]];
}

/** Starts the built shop where it cannot start: what it says, and its exit code, null when it runs all the same. */
export function refusedStart({ settings, folder = '.', as = {}, prepare }: Start) {
  const [command, args] = commandOf(prepare);
  const env = {
    PATH: process.env.PATH ?? '',
    ...compiledBefore,
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(command, args, { env, cwd: folder, ...as });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('is open at')) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const end = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  return new Promise<{ code: number | null; said: string }>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(end);
      done({ code, said: said.trim() });
    });
  });
}
