import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { build } from 'vite';

import { processEnvironment } from '../support/process-environment.ts';
import { mutantPlugin } from '../support/mutants.ts';

export type BuiltShop = { script: string; remove(): void };

/** Builds the server without its pages, with the named mutants. Default: those named in MUTANT. */
export async function buildShop(mutants?: readonly string[]): Promise<BuiltShop> {
  // Built inside node_modules, so that imports resolve and no other build removes the result.
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
  /**
   * Takes the port and the database. Resolves to true once it serves, false if the database was too
   * busy.
   */
  open(): Promise<boolean>;
  /** Ends the process as `kill -9` does: nothing in it can react. */
  kill(): Promise<void>;
  /** Reason of an unexpected end. Null while it runs or after `kill`. */
  failure(): string | null;
};

type Start = { script: string; port: number; databaseUrl: string; smtpUrl: string | undefined; faults: number };

function environment({ port, databaseUrl, smtpUrl, faults }: Start): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    ...processEnvironment,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    CHAOS_FAULTS: String(faults),
  };
}

/** Loads a built shop in a separate process, to be opened once the previous one is gone. */
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
