import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';

import {
  canRunImages,
  chromiumProgram,
  hasCluster,
  hasPrograms,
  hasPostgres,
  webkitProgram,
} from './installed-programs.ts';

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
  { name: 'names in documents', command: 'node', args: ['scripts/check-documents.ts'] },
  { name: 'regular expressions', command: 'node', args: ['scripts/check-regular-expressions.ts'] },
  { name: 'nothing unused', command: 'knip', args: [] },
];
const writing: Check = { name: 'writing', command: 'node', args: ['scripts/check-writing.ts'] };

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

type Report = { numPassedTests: number; numFailedTests: number };

/** Runs the suites of these projects. A run without a report counts as one failure. */
async function suites(projects: string[], args: string[]): Promise<Report> {
  if (projects.length === 0) return { numPassedTests: 0, numFailedTests: 0 };
  rmSync(report, { force: true });
  const options = ['run', ...projects.map((name) => `--project=${name}`), ...args];
  const run = spawn('vitest', options, { stdio: 'inherit', env: { ...env, TEST_REPORT: report } });
  const [status] = (await once(run, 'exit')) as [number | null];
  if (!existsSync(report)) return { numPassedTests: 0, numFailedTests: 1 };
  const counted = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (status === 0 || counted.numFailedTests > 0) return counted;
  return { ...counted, numFailedTests: 1 };
}

/** Suites of every run. The others kill, disconnect or rebuild shops. */
const always = ['unit', 'embedded', 'postgres', 'e2e'];
const beyondFast = ['chaos', 'outside-untimed', 'outside', 'brand', 'live', 'markup', 'webkit'];

/** Needs of suites. CI must have the required ones. */
const needs = [
  { need: 'Chromium', isMet: chromiumProgram() !== null, isRequired: true, of: ['e2e', 'brand', 'live'] },
  {
    need: 'PostgreSQL',
    isMet: hasPostgres(),
    isRequired: true,
    of: ['postgres', 'chaos', 'live', 'outside-untimed', 'outside'],
  },
  // They read the processor time and memory of processes from /proc.
  { need: 'Linux', isMet: process.platform === 'linux', isRequired: true, of: ['outside'] },
  { need: 'Java', isMet: hasPrograms('java'), isRequired: false, of: ['markup'] },
  { need: "WebKit's driver and Xvfb", isMet: webkitProgram() !== null, isRequired: false, of: ['webkit'] },
  { need: 'buildah, podman, runc, debootstrap and root', isMet: canRunImages(), isRequired: false, of: ['image'] },
  { need: 'Patroni, etcd and HAProxy', isMet: hasCluster(), isRequired: false, of: ['cluster'] },
];

const flags = process.argv.slice(2);
/** True for what every change must pass in CI. `isFull` adds repeated proofs and lost servers. */
const isForCi = flags.includes('--ci');
const isFull = flags.includes('--full');
/** True for the part of `--ci` that a run without flags leaves out. */
const isBeyondFast = flags.includes('--beyond-fast');
/**
 * True to run every round of server loss and nothing else. The full run has the first three rounds.
 */
const isCluster = flags.includes('--cluster');
const forSuites = flags.filter((one) => !['--ci', '--full', '--beyond-fast', '--cluster'].includes(one));
const isFast = !isForCi && !isFull && !isBeyondFast;
const ofRun = [...always, ...(isFast ? [] : beyondFast), ...(isFull ? ['cluster', 'image'] : [])];
const chosen = isCluster ? ['cluster'] : ofRun;
const unmet = needs.filter(({ isMet, of }) => !isMet && of.some((suite) => chosen.includes(suite)));
const notRun = chosen.filter((suite) => unmet.some(({ of }) => of.includes(suite)));
const projects = chosen.filter((suite) => !notRun.includes(suite));
for (const program of ['nginx', 'caddy', 'openssl', 'systemd-analyze']) {
  if (!isFast && !hasPrograms(program)) {
    console.log(`not run  ${program} is not installed: its files of deploy/ are not loaded`);
  }
}
if (isFull) env.CLUSTER_ROUNDS ??= '3';
env.TEST_RUN = isForCi ? 'ci' : isBeyondFast ? 'beyond-fast' : isFull || isCluster ? 'full' : 'fast';

const isFailure = ({ isRequired }: (typeof needs)[number]) => isCi && isRequired;

/** Reports the suites that do not run, and the need that is not met. */
function reportUnmet(): void {
  for (const one of unmet) {
    const suitesOf = one.of.filter((suite) => chosen.includes(suite)).join(', ');
    console.log(`${isFailure(one) ? 'FAIL' : 'not run'}  ${suitesOf}: needs ${one.need}`);
  }
}
reportUnmet();

async function checked(): Promise<Result[]> {
  if (isCluster) return [];
  // Titles of commits are checked beyond the fast run, which may be that of a folder without git.
  if (isBeyondFast) return [await result(writing)];
  return [await result(typesOfPages), ...(await Promise.all([...checks, writing].map(result)))];
}

const beside = checked();
const counted = await suites(projects, forSuites);
const results = await beside;
for (const { text } of results) console.log(text);
reportUnmet();
const passed = counted.numPassedTests + results.filter((one) => one.passed).length;
const failed = counted.numFailedTests + results.filter((one) => !one.passed).length + unmet.filter(isFailure).length;
console.log(`\n${notRun.length} not run\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
