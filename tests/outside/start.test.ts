import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { processEnvironment } from '../support/process-environment.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { failingStart, otherUser } from './support/failing-start.ts';

let shop: OutsideShop;
let folders: string;
let used: string;

beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'halorosa-start-'));
  chmodSync(folders, 0o755);
  // Without SESSION_SECRET the shop stores a secret in its folder.
  shop = await startOutsideShop({ settings: { SESSION_SECRET: '' } });
  if ((await shop.terminate()) !== 0) throw new Error('the shop did not end well');
  used = shop.dataDir;
  cpSync(used, join(folders, 'template'), { recursive: true });
  await shop.start();
});
afterAll(async () => {
  await shop.stop();
  rmSync(folders, { recursive: true, force: true });
});

/** Copies the folder of a stopped shop. */
function newFolder(name: string): string {
  const folder = join(folders, name);
  cpSync(join(folders, 'template'), folder, { recursive: true });
  return folder;
}

const garbage = Buffer.alloc(8_192, 0x5a);
const filesBelow = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();

test('a folder whose database lacks PG_VERSION is refused and left unchanged', async () => {
  const folder = newFolder('no-version');
  rmSync(join(folder, 'pg', 'PG_VERSION'));
  const before = filesBelow(folder);
  const { code, said } = await failingStart({ settings: { DATA_DIR: folder } });
  expect(said).toBe(
    `The folder ${folder}/pg holds files but no database: PG_VERSION is missing. Put the missing files back, or move the folder away to begin with an empty shop.`,
  );
  expect(code).toBe(1);
  expect(filesBelow(folder)).toEqual(before);
});

const opened = (folder: string) =>
  `The embedded database in ${folder}/pg is damaged and cannot be opened. Move that folder away, then put a backup back with npm run restore.`;
const read = () => 'The database is damaged. Restore a backup into a new database with npm run restore.';

test.each([
  ['its control file cut off', opened, (pg: string) => truncateSync(join(pg, 'global', 'pg_control'), 100)],
  ['its control file overwritten', opened, (pg: string) => writeFileSync(join(pg, 'global', 'pg_control'), garbage)],
  ['another version written in it', opened, (pg: string) => writeFileSync(join(pg, 'PG_VERSION'), 'none\n')],
  [
    'its tables overwritten',
    read,
    (pg: string) => {
      const tables = readdirSync(join(pg, 'base', '5')).filter((name) => /^16\d+$/.test(name));
      for (const name of tables) writeFileSync(join(pg, 'base', '5', name), garbage);
    },
  ],
])('a database with %s is refused with a message', async (what, sentence, damage) => {
  const folder = newFolder(what.replaceAll(' ', '-'));
  damage(join(folder, 'pg'));
  expect(await failingStart({ settings: { DATA_DIR: folder } })).toEqual({ code: 1, said: sentence(folder) });
});

test.each([
  ['empty', ''],
  ['overwritten', '\0'.repeat(64)],
])('a session secret that is %s is refused with a message at startup', async (what, content) => {
  const folder = newFolder(`secret-${what}`);
  writeFileSync(join(folder, 'session-secret'), content);
  expect(await failingStart({ settings: { DATA_DIR: folder } })).toEqual({
    code: 1,
    said: `The file ${folder}/session-secret is empty or damaged. Restore it from a backup, or delete it. If you delete it, everyone must sign in again.`,
  });
});

test('an invalid lock file is refused with a message', async () => {
  const folder = newFolder('lock');
  writeFileSync(join(folder, '.lock'), 'not a lock');
  expect((await failingStart({ settings: { DATA_DIR: folder } })).said).toBe(
    `The file ${folder}/.lock is damaged. Delete it: it holds no data.`,
  );
});

const noAccess = (folder: string, path: string) =>
  `The shop runs as user ${otherUser.uid ?? process.getuid?.()}, who can’t read and write ${path}. Give that user ownership of the data directory (chown -R ${otherUser.uid ?? process.getuid?.()} ${folder}), or set DATA_DIR to another folder.`;

test('a folder that the shop’s user cannot write is refused with a message', async () => {
  const folder = join(folders, 'readable');
  mkdirSync(folder, { mode: 0o555 });
  const { code, said } = await failingStart({ settings: { DATA_DIR: folder }, as: otherUser });
  expect({ code, said }).toEqual({ code: 1, said: noAccess(folder, folder) });
});

test('a folder that the shop’s user cannot read is refused with a message', async () => {
  const folder = newFolder('hidden');
  chmodSync(folder, 0o000);
  const { code, said } = await failingStart({ settings: { DATA_DIR: folder }, as: otherUser });
  chmodSync(folder, 0o700);
  expect({ code, said }).toEqual({ code: 1, said: noAccess(folder, folder) });
});

test('database files that belong to another user are named in the message', async () => {
  const folder = newFolder('others');
  chmodSync(folder, 0o777);
  for (const name of ['.lock', 'session-secret']) chmodSync(join(folder, name), 0o666);
  chmodSync(join(folder, 'pg'), 0o555);
  const { code, said } = await failingStart({ settings: { DATA_DIR: folder }, as: otherUser });
  chmodSync(join(folder, 'pg'), 0o755);
  expect({ code, said }).toEqual({ code: 1, said: noAccess(folder, join(folder, 'pg')) });
});

test('a file instead of the data folder is refused with a message', async () => {
  const file = join(folders, 'file');
  writeFileSync(file, '');
  for (const DATA_DIR of [file, join(file, 'data')]) {
    expect((await failingStart({ settings: { DATA_DIR } })).said).toBe(
      `The data directory ${DATA_DIR} is a file, or inside a file. Set DATA_DIR to a folder.`,
    );
  }
});

const full = (folder: string) =>
  `The disk with the data directory ${folder} is full. Free up space, or set DATA_DIR to another disk.`;

test.each([
  ['at once', 1],
  ['while the database is made', 20],
  ['while its tables are made', 41],
])('a disk that is full %s is reported as full', async (_when, megabytes) => {
  const folder = join(folders, `small-${megabytes}`);
  mkdirSync(folder);
  const prepare = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}'`;
  expect(await failingStart({ settings: { DATA_DIR: folder }, prepare })).toEqual({ code: 1, said: full(folder) });
});

test('a disk that filled up while the shop was stopped is reported as full', async () => {
  const folder = join(folders, 'filled');
  mkdirSync(folder);
  const copied = `mount -t tmpfs -o size=60m tmpfs '${folder}' && cp -r '${folders}/template/.' '${folder}'`;
  const prepare = `${copied} && { cat /dev/zero > '${folder}/others' 2>/dev/null || true; }`;
  expect(await failingStart({ settings: { DATA_DIR: folder }, prepare })).toEqual({ code: 1, said: full(folder) });
});

test('a first start that was killed midway is completed by the next', async () => {
  const folder = join(folders, 'killed');
  const env = {
    PATH: process.env.PATH ?? '',
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: folder,
  };
  const first = spawn(process.execPath, ['build/server/index.js'], { env, stdio: 'ignore' });
  const ended = new Promise((done) => first.once('exit', done));
  for (let tries = 0; tries < 3_000 && !existsSync(join(folder, 'pg-unfinished', 'base')); tries += 1) await pause(10);
  first.kill('SIGKILL');
  await ended;
  expect(existsSync(join(folder, 'pg'))).toBe(false);
  const { said } = await failingStart({ settings: { DATA_DIR: folder } });
  expect(said).toContain('is open at');
  expect(readdirSync(folder).filter((name) => name.startsWith('pg'))).toEqual(['pg']);
});

test('code compiled by one start is available to the next, even after a kill', async () => {
  const [folder, compiled] = [join(folders, 'compiling'), join(folders, 'compiled')];
  cpSync(join(folders, 'template'), folder, { recursive: true });
  const { said } = await failingStart({ settings: { DATA_DIR: folder, NODE_COMPILE_CACHE: compiled } });
  expect(said).toContain('is open at');
  // One folder for this version of Node, with a file for each source file.
  const [version = ''] = readdirSync(compiled);
  expect(readdirSync(join(compiled, version))).not.toEqual([]);
});

/** Ends the shop as soon as it reports that it is open, and passes on its exit code. */
const endAtOnce = `
  const shop = require('node:child_process').spawn(process.execPath, process.argv.slice(1));
  shop.stdout.on('data', (said) => said.includes('is open at') && shop.kill('SIGTERM'));
  shop.once('close', (code, signal) => process.stdout.write(String(signal ?? code)));`;

test('a shop that is stopped as soon as it reports that it is open exits cleanly', async () => {
  const env = { PATH: process.env.PATH ?? '', ...processEnvironment, NODE_ENV: 'production', PORT: '0' };
  const [, processor = '0'] = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const words = ['-c', processor, process.execPath, '-e', endAtOnce, resolve('build/server/index.js')];
  // On one processor the receiver of the output runs first, so the signal arrives before the shop
  // continues.
  const { stdout } = await promisify(execFile)('taskset', words, { env: { ...env, DATA_DIR: newFolder('ended') } });
  expect(stdout).toBe('0');
  expect(filesBelow(join(folders, 'ended'))).not.toContain('.lock-journal');
});

/** Kills the rest of a process group. None is left if all went well. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

test('a shop ends when its npm process ends', async ({ onTestFinished }) => {
  const env = { ...process.env, ...processEnvironment, PORT: '0', DATABASE_URL: '', DATA_DIR: newFolder('by-npm') };
  // The output closes when the last process that could write to it has ended.
  const npm = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => endGroup(npm.pid ?? 0));
  npm.stdout.on('data', (said: Buffer) => said.includes('is open at') && npm.kill('SIGTERM'));
  await once(npm, 'close');
  expect(filesBelow(join(folders, 'by-npm'))).not.toContain('.lock-journal');
});

test('a second process on the same data directory is refused with a message', async () => {
  expect(await failingStart({ settings: { DATA_DIR: used } })).toEqual({
    code: 1,
    said: `The data directory ${used} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
  });
});

test('a port in use, and an address of another machine, are refused with a message', async () => {
  const DATA_DIR = newFolder('elsewhere');
  expect(await failingStart({ settings: { DATA_DIR, PORT: String(shop.port) } })).toEqual({
    code: 1,
    said: 'The port is already in use. Stop the other program, or set PORT to another number.',
  });
  expect(await failingStart({ settings: { DATA_DIR, HOST: '203.0.113.9' } })).toEqual({
    code: 1,
    said: 'HOST isn’t an address of this machine. Set it to 127.0.0.1, to 0.0.0.0 or to an address of this machine.',
  });
});

test('an unreachable database and an invalid setting are refused with a message', async () => {
  expect(await failingStart({ settings: { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' } })).toEqual({
    code: 1,
    said: 'Can’t connect to the database at DATABASE_URL (nothing is listening there). Start the database or correct DATABASE_URL.',
  });
  expect(await failingStart({ settings: { PORT: 'many' } })).toEqual({
    code: 1,
    said: 'The setting PORT must be a number from 0 to 65535.',
  });
});

test('pages of the previous build, and of the next one, keep their files', async () => {
  const folder = join(folders, 'rebuilt');
  const assets = join(folder, 'build/before/client/assets');
  mkdirSync(assets, { recursive: true });
  for (const part of ['client', 'server']) symlinkSync(resolve('build', part), join(folder, 'build', part));
  symlinkSync(resolve('db'), join(folder, 'db'));
  const rebuilt = await startOutsideShop({ folder });
  writeFileSync(join(assets, 'page-Abc12345.js'), 'export {};');
  const file = await fetch(`${rebuilt.url}/assets/page-Abc12345.js`);
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await fetch(`${rebuilt.url}/assets/page-Xyz98765.js`)).status).toBe(404);
  await rebuilt.stop();
});

test('a shop without its build, or started in another folder, says what is missing', async () => {
  const folder = join(folders, 'nowhere');
  mkdirSync(folder);
  expect(await failingStart({ settings: { DATA_DIR: resolve(folders, 'unused') }, folder })).toEqual({
    code: 1,
    said: `build/client is missing in ${folder}. Run npm run build in the shop’s folder, then start the shop from there.`,
  });
});

test('a script started through a symbolic link starts the shop', async () => {
  const folder = join(folders, 'linked');
  symlinkSync(resolve('.'), folder);
  const env = {
    PATH: process.env.PATH,
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: newFolder('of-link'),
  };
  const child = spawn(process.execPath, [join(folder, 'build/server/index.js')], { env, cwd: folder });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('is open at')) child.kill('SIGTERM');
  });
  await once(child, 'close');
  expect(said).toContain('is open at');
});

test('startup waits for a database that is silent for 6 s, with one message', async () => {
  const postgres = await startOutsidePostgres();
  const readyAt = Date.now() + 6_000;
  const sockets = new Set<Socket>();
  const slow = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (Date.now() < readyAt) return;
    const real = connect(Number(new URL(postgres.url).port), '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(real).pipe(socket);
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(postgres.url);
  url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const patient = await startOutsideShop({ databaseUrl: url.href });
  expect(patient.log().match(/isn’t responding yet\. Waiting up to 60 s/g)).toHaveLength(1);
  await patient.stop();
  for (const socket of sockets) socket.destroy();
  slow.close();
  await postgres.stop();
});

/** Starts the shop on a new database of a role of its own, after `prepare` has run in it. */
async function startIn(postgres: OutsidePostgres, name: string, prepare: readonly string[]) {
  await postgres.ask(`create role ${name} login`);
  await postgres.ask(`create database ${name}`);
  for (const statement of prepare) await postgres.ask(statement.replaceAll('ROLE', name));
  await postgres.askIn(`postgres://host/${name}`, 'create extension pg_trgm');
  const url = new URL(postgres.url);
  [url.pathname, url.username] = [`/${name}`, name];
  return failingStart({ settings: { DATABASE_URL: url.href } });
}

const noRights =
  'The user of DATABASE_URL may not create or change tables in this database: have the administrator of PostgreSQL run "alter database … owner to …" for that user, and let it own the tables.';
const noWrites =
  'The database at DATABASE_URL takes no writes: it is a standby, or default_transaction_read_only is on. Name the primary, or turn that setting off.';

test('a database without rights for the user, or without writes, is refused with its remedy', async () => {
  const postgres = await startOutsidePostgres();
  try {
    expect(await startIn(postgres, 'stranger', [])).toEqual({ code: 1, said: noRights });
    const readOnly = ['alter database ROLE owner to ROLE', 'alter role ROLE set default_transaction_read_only = on'];
    expect(await startIn(postgres, 'reader', readOnly)).toEqual({ code: 1, said: noWrites });
  } finally {
    await postgres.stop();
  }
});
