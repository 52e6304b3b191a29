import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs end in `.exe` on Windows. */
const fileOf = (program: string) => (process.platform === 'win32' ? `${program}.exe` : program);

const pathFolders = (process.env.PATH ?? '').split(delimiter);

/** Folders with one sub-folder per installed version of PostgreSQL: Debian, Homebrew, Postgres.app, Windows. */
const postgresRoots = [
  '/usr/lib/postgresql/*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

const versionIn = (folder: string) => Number(/(\d+)[\\/]bin$/.exec(folder)?.[1] ?? 0);

/** Returns the folder of the newest installed PostgreSQL's programs, or null. */
export function postgresPrograms(): string | null {
  const versions = globSync(postgresRoots).toSorted((a, b) => versionIn(b) - versionIn(a));
  const hasPrograms = (folder: string) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, fileOf(program))));
  return [...versions, ...pathFolders].find(hasPrograms) ?? null;
}

/** Whether the suites of this machine can run on PostgreSQL: one that is given, or one that they start. */
export const hasPostgres = () => (process.env.TEST_DATABASE_URL ?? '') !== '' || postgresPrograms() !== null;

const browserFolders = [...pathFolders, '/usr/bin', '/snap/bin'];

/** Chrome and Chromium where their installers put them on macOS and Windows. */
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

/** Chromium without windows and autofill, which needs a third less of the processor; the whole one where it is not installed. */
export const headlessProgram = () => installed('chromium-headless-shell') ?? chromiumProgram();

const inPath = (program: string) =>
  [...pathFolders, '/usr/sbin'].some((folder) => existsSync(join(folder, fileOf(program))));

/** Whether this machine has what runs three databases as one: PostgreSQL, Patroni, etcd and HAProxy. */
export const hasCluster = () => hasPostgres() && ['patroni', 'etcd', 'haproxy'].every(inPath);

/** True when HAProxy is installed. */
export const hasHaproxy = () => inPath('haproxy');

/** Whether this machine has the cache that stands in front of the shop. */
export const hasVarnish = () => ['varnishd', 'varnishstat'].every(inPath);

/** The browser of WebKit, Safari's engine, where its driver and a screen for it are installed, too; else null. */
export function webkitProgram(): string | null {
  if (!['WebKitWebDriver', 'Xvfb'].every(inPath)) return null;
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? null;
}
