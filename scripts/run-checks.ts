import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

const report = 'build/test-report.json';
const isCi = process.env.CI === 'true';

type Check = { name: string; command: string; args: string[] };

const checks: Check[] = [
  { name: 'types of the pages', command: 'react-router', args: ['typegen'] },
  { name: 'types', command: 'node', args: ['node_modules/typescript-7/bin/tsc'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'content', 'db/seed', 'scripts'],
  },
  { name: 'nothing unused', command: 'knip', args: [] },
];

const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` };

function passes({ name, command, args }: Check): boolean {
  const begun = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'pass' : 'FAIL'}  ${name} (${seconds} s)`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean };

/** Runs the suites; a run that leaves no report counts as one failure. */
function suites(args: string[]): Report {
  rmSync(report, { force: true });
  const { status } = spawnSync('vitest', ['run', ...args], { stdio: 'inherit', env: { ...env, TEST_REPORT: report } });
  const none: Report = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, success: false };
  if (!existsSync(report)) return none;
  const counted = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (status === 0 || counted.numFailedTests > 0) return counted;
  return { ...counted, numFailedTests: 1 };
}

/** A part of the machine that some suites need; CI must have it. */
function missing(name: string, paths: string[]): boolean {
  const found = paths.some((path) => existsSync(path));
  if (!found) console.log(`${isCi ? 'FAIL' : 'not run'}  ${name} is not installed: the suites that need it do not run`);
  return !found;
}

const postgresBins = [
  '/usr/local/bin/initdb',
  '/usr/bin/initdb',
  ...[13, 14, 15, 16, 17, 18].map((v) => `/usr/lib/postgresql/${v}/bin/initdb`),
];
const noBrowser = missing('Chromium', ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']);
const noPostgres = process.env.TEST_DATABASE_URL === undefined && missing('PostgreSQL', postgresBins);
const absent = [noBrowser, noPostgres].filter(Boolean).length;

const results = checks.map(passes);
const skippedProjects = [
  ...(noBrowser ? ['!e2e', '!brand', '!live'] : []),
  ...(noPostgres ? ['!postgres', '!chaos', '!live', '!outside'] : []),
];
const counted = suites([...skippedProjects.map((name) => `--project=${name}`), ...process.argv.slice(2)]);
const passed = counted.numPassedTests + results.filter(Boolean).length;
const failed = counted.numFailedTests + results.filter((one) => !one).length + (isCi ? absent : 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
