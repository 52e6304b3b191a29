import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';

import { chromiumProgram, hasCluster, hasPostgres, webkitProgram } from './installed-programs.ts';

const report = 'build/test-report.json';
const isCi = process.env.CI === 'true';

type Check = { name: string; command: string; args: string[] };

/** Check that generates the page types, which the other checks read. */
const typesOfPages: Check = { name: 'types of the pages', command: 'react-router', args: ['typegen'] };
const checks: Check[] = [
  { name: 'types', command: 'node', args: ['node_modules/typescript-7/bin/tsc', '--singleThreaded'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'content', 'db/seed', 'scripts'],
  },
  { name: 'translatable texts', command: 'node', args: ['scripts/check-translatable.ts'] },
  { name: 'writing', command: 'node', args: ['scripts/check-writing.ts'] },
  { name: 'nothing unused', command: 'knip', args: [] },
];

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // Shops, commands and workers reuse the code that the first of them compiled.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
};

type Result = { passed: boolean; text: string };

/**
 * Environment of the compiler and the linter, which are short-lived Go programs. They collect
 * garbage at eleven times the live heap instead of twice. One checker reads each file once, while
 * several repeat shared work. Other checks and the suites use the other core.
 */
const ofChecks: NodeJS.ProcessEnv = { ...env, GOGC: '1000', GOMAXPROCS: '1' };

/** Runs one check with the CPU time that the suites leave while they wait. */
function result({ name, command, args }: Check): Promise<Result> {
  const begun = Date.now();
  return new Promise((done) => {
    const options = { encoding: 'utf8', env: ofChecks, maxBuffer: 64 * 1024 * 1024 } as const;
    const { pid } = execFile(command, args, options, (error, stdout, stderr) => {
      const line = `${error === null ? 'pass' : 'FAIL'}  ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`;
      done({ passed: error === null, text: error === null ? line : `${line}\n${stdout}${stderr}` });
    });
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  });
}

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean };

/** Runs the suites. A run without a report counts as one failure. */
async function suites(args: string[]): Promise<Report> {
  rmSync(report, { force: true });
  const run = spawn('vitest', ['run', ...args], { stdio: 'inherit', env: { ...env, TEST_REPORT: report } });
  const [status] = (await once(run, 'exit')) as [number | null];
  const none: Report = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, success: false };
  if (!existsSync(report)) return none;
  const counted = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (status === 0 || counted.numFailedTests > 0) return counted;
  return { ...counted, numFailedTests: 1 };
}

/** Reports a missing program that some suites need. CI must have it. */
const reportMissing = (name: string) =>
  console.log(`${isCi ? 'FAIL' : 'not run'}  ${name} is not installed: the suites that need it do not run`);

const noBrowser = chromiumProgram() === null;
if (noBrowser) reportMissing('Chromium');
const noPostgres = !hasPostgres();
if (noPostgres) reportMissing('PostgreSQL');
const absent = [noBrowser, noPostgres].filter(Boolean).length;

/** Suites of every run. The others kill, disconnect or rebuild shops. */
const always = ['unit', 'embedded', 'postgres', 'e2e'];
const beyondFast = ['chaos', 'outside-untimed', 'brand', 'live'];
// It reads the processor time and memory of processes from /proc.
if (process.platform === 'linux') beyondFast.push('outside');
if (webkitProgram() !== null) beyondFast.push('webkit');
const needsBrowser = new Set(['e2e', 'brand', 'live']);
const needsPostgres = new Set(['postgres', 'chaos', 'live', 'outside-untimed', 'outside']);

const flags = process.argv.slice(2);
/** True for what every change must pass in CI. `isFull` adds repeated proofs and lost servers. */
const isForCi = flags.includes('--ci');
const isFull = flags.includes('--full');
/**
 * True to run every round of server loss and nothing else. The full run has the first three rounds.
 */
const isCluster = flags.includes('--cluster');
const forSuites = flags.filter((one) => !['--ci', '--full', '--cluster'].includes(one));
const ofRun = [...always, ...(isForCi || isFull ? beyondFast : []), ...(isFull && hasCluster() ? ['cluster'] : [])];
if ((isFull || isCluster) && !hasCluster()) {
  console.log('not run  Patroni, etcd and HAProxy are not installed: lost servers are not tried');
}
if ((isForCi || isFull) && webkitProgram() === null) {
  console.log("not run  WebKit's driver and Xvfb are not installed: nothing is bought in the engine of Safari");
}
if (isFull) env.CLUSTER_ROUNDS ??= '3';
env.TEST_RUN = isForCi ? 'ci' : isFull || isCluster ? 'full' : 'fast';
const projects = (isCluster && hasCluster() ? ['cluster'] : ofRun).filter(
  (name) => !(noBrowser && needsBrowser.has(name)) && !(noPostgres && needsPostgres.has(name)),
);

async function checked(): Promise<Result[]> {
  if (isCluster) return [];
  return [await result(typesOfPages), ...(await Promise.all(checks.map(result)))];
}

const beside = checked();
const counted = await suites([...projects.map((name) => `--project=${name}`), ...forSuites]);
const results = await beside;
for (const { text } of results) console.log(text);
const passed = counted.numPassedTests + results.filter((one) => one.passed).length;
const failed = counted.numFailedTests + results.filter((one) => !one.passed).length + (isCi ? absent : 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
