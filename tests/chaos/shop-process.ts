import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { build } from 'vite';

import { compiledBefore } from '../support/compiled.ts';
import { mutantPlugin } from '../support/mutants.ts';

export type BuiltShop = { script: string; remove(): void };

/** Builds the shop's server without its pages, with bugs planted or safety nets cut as named, else as MUTANT names them. */
export async function buildShop(mutants?: readonly string[]): Promise<BuiltShop> {
  // Beside the installed packages, so that the result finds them and no other build removes it.
  mkdirSync('node_modules/.cache', { recursive: true });
  const outDir = mkdtempSync(resolve('node_modules/.cache/chaos-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [mutantPlugin(mutants)],
    build: { ssr: 'tests/chaos/shop-entry.ts', outDir, emptyOutDir: true, target: 'node24', minify: false },
  });
  return {
    script: join(outDir, 'shop-entry.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

export type ShopProcess = {
  /** Lets it use the port and the database; answers once it serves, false when the database kept it waiting too long. */
  open(): Promise<boolean>;
  /** Ends it as `kill -9` does: nothing in it can react. */
  kill(): Promise<void>;
  /** What ended it unasked, null while it runs or when it was killed. */
  failure(): string | null;
};

type Start = { script: string; port: number; databaseUrl: string; smtpUrl: string | undefined; faults: number };

function environment({ port, databaseUrl, smtpUrl, faults }: Start): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    ...compiledBefore,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    CHAOS_FAULTS: String(faults),
  };
}

/** Loads a built shop in a process of its own, to be opened when the one before it is gone. */
export function loadShopProcess(start: Start): ShopProcess {
  const child = spawn(process.execPath, [start.script], { env: environment(start), stdio: 'pipe' });
  const endNow = () => void child.kill('SIGKILL');
  process.once('exit', endNow);
  let words = '';
  let isKilled = false;
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  void ended.then(() => process.off('exit', endNow));
  child.stderr.on('data', (text: Buffer) => {
    words = `${words}${text.toString()}`.slice(-4_000);
  });
  child.stdin.on('error', () => undefined);
  const opened = new Promise<void>((done) => child.stdout.once('data', () => done()));
  const failure = () => (isKilled || child.exitCode === null ? null : `ended with ${child.exitCode}: ${words}`);
  return {
    failure,
    async open() {
      child.stdin.write('open\n');
      await Promise.race([opened, ended]);
      if (child.exitCode === null) return true;
      if (/timeout (exceeded when trying to connect|expired)/.test(words)) return false;
      throw new Error(`the shop ${failure() ?? 'was killed'}`);
    },
    async kill() {
      isKilled = child.exitCode === null;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
