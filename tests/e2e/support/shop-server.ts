import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder with the data of a shop that was started once: tables made, demo content in them. */
export const preparedData = 'SHOP_PREPARED_DATA';

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : failed(new Error('no port')),
      );
    });
  });
}

function begun(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is open at')) done();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => failed(new Error(`the shop ended with ${code}: ${said}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()));
}

/** Whether a shop is as it is out of the box, so that it can begin from the data of one that has been started before. */
const isPlain = (settings: Record<string, string>, folder: string) =>
  folder === '.' && settings.DATABASE_URL === undefined && settings.SHOP_MODE === undefined;

/** The shop built in `folder` as its own process on an embedded database of its own; `kill` pulls the plug, `start` plugs it in again. */
export async function startShopServer(settings: Record<string, string> = {}, folder = '.') {
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-e2e-'));
  const prepared = process.env[preparedData];
  if (prepared !== undefined && isPlain(settings, folder)) cpSync(prepared, dataDir, { recursive: true });
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...settings,
  };
  let child: ChildProcess;
  let said = '';
  const start = async () => {
    child = spawn(process.execPath, ['build/server/index.js'], { env, cwd: folder });
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await begun(child);
  };
  // A run that fails halfway leaves no shop behind.
  process.once('exit', () => child.kill('SIGKILL'));
  await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    port,
    start,
    pid: () => child.pid ?? 0,
    /** What it has logged so far. */
    said: () => said,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    /** Asks it to end, and gives the code with which it did. */
    async terminate() {
      child.kill('SIGTERM');
      await ended(child);
      return child.exitCode;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type ShopServer = Awaited<ReturnType<typeof startShopServer>>;
