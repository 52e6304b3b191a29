import { existsSync, globSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder of the newest installed PostgreSQL's programs, or null. */
export function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** Whether the suites of this machine can run on PostgreSQL: one that is given, or one that they start. */
export const hasPostgres = () => (process.env.TEST_DATABASE_URL ?? '') !== '' || postgresPrograms() !== null;

const installed = (...names: string[]): string | null =>
  names.map((name) => join('/usr/bin', name)).find((path) => existsSync(path)) ?? null;

/** The installed Chromium, or null. */
export const chromiumProgram = () => installed('chromium', 'chromium-browser', 'google-chrome');

/** Chromium without windows and autofill, which needs a third less of the processor; the whole one where it is not installed. */
export const headlessProgram = () => installed('chromium-headless-shell') ?? chromiumProgram();

const inPath = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

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
