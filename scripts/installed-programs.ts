import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs end in `.exe` on Windows. */
const fileOf = (program: string) => (process.platform === 'win32' ? `${program}.exe` : program);

const pathFolders = (process.env.PATH ?? '').split(delimiter);

/**
 * Folders with one subfolder per installed PostgreSQL version: Debian, Homebrew, Postgres.app,
 * Windows.
 */
const postgresRoots = [
  '/usr/lib/postgresql/*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

const versionIn = (folder: string) => Number(/(\d+)[\\/]bin$/.exec(folder)?.[1] ?? 0);

/** Returns the program folder of the newest installed PostgreSQL, or null. */
export function postgresPrograms(): string | null {
  const versions = globSync(postgresRoots).toSorted((a, b) => versionIn(b) - versionIn(a));
  const hasPrograms = (folder: string) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, fileOf(program))));
  return [...versions, ...pathFolders].find(hasPrograms) ?? null;
}

/** True when the suites can run on PostgreSQL, either TEST_DATABASE_URL or one that they start. */
export const hasPostgres = () => (process.env.TEST_DATABASE_URL ?? '') !== '' || postgresPrograms() !== null;

const browserFolders = [...pathFolders, '/usr/bin', '/snap/bin'];

/** Default install locations of Chrome and Chromium on macOS and Windows. */
const browserFiles = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
];

/** Returns the first of these programs that is installed, or null. */
const installed = (...names: string[]): string | null =>
  names
    .flatMap((name) => browserFolders.map((folder) => join(folder, fileOf(name))))
    .find((path) => existsSync(path)) ?? null;

/** Returns the path of the installed Chrome or Chromium, or null. */
export const chromiumProgram = () =>
  installed('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome') ??
  browserFiles.find((path) => existsSync(path)) ??
  null;

/**
 * Chromium without windows and autofill, which needs a third less CPU. Falls back to full Chromium.
 */
export const headlessProgram = () => installed('chromium-headless-shell') ?? chromiumProgram();

const inPath = (program: string) =>
  [...pathFolders, '/usr/sbin'].some((folder) => existsSync(join(folder, fileOf(program))));

/**
 * True when this machine can run a three-database cluster: PostgreSQL, Patroni, etcd and HAProxy.
 */
export const hasCluster = () => hasPostgres() && ['patroni', 'etcd', 'haproxy'].every(inPath);

/** True when HAProxy is installed. */
export const hasHaproxy = () => inPath('haproxy');

/** True when Varnish is installed, the cache in front of the shop. */
export const hasVarnish = () => ['varnishd', 'varnishstat'].every(inPath);

/**
 * Returns the browser of WebKit, Safari's engine. Null if the browser, its driver or Xvfb is
 * missing.
 */
export function webkitProgram(): string | null {
  if (!['WebKitWebDriver', 'Xvfb'].every(inPath)) return null;
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? null;
}
