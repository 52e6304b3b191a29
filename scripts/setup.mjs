// Plain JavaScript that the system's Node can run: it installs the project's own Node and packages
// first.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const installStamp = 'node_modules/.shop-install';
const sandbox = 'packages/stripe-sandbox';
const buildStamp = 'build/.shop-build';
const lockFile = '.shop-setup.lock';
/** Parent at start-up. A different parent later means that the original one has ended. */
const startedBy = process.ppid;
const isWindows = process.platform === 'win32';
const nodeIn = (folder) => join(folder, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node');
/** Node of the shop, its commands and services: a link to the machine's own or the fetched one. */
const node = nodeIn('.');
/** Folder of the fetched Node. */
const nodeRuntime = 'scripts/node-runtime';
const minNodeVersion = 24;

export class SetupError extends Error {}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the sentence for a lock file that cannot be written. */
function lockProblem({ code, message }) {
  const folder = process.cwd();
  if (code === 'EACCES' || code === 'EPERM')
    return new SetupError(`This user may not write to ${folder}. Let the user who owns the folder run the set-up.`);
  if (code === 'EROFS')
    return new SetupError(`The folder ${folder} is on a read-only disk: nothing can be set up in it.`);
  if (code === 'ENOSPC') return new SetupError(`The disk of ${folder} is full. Make room on it, then try again.`);
  return new SetupError(`The set-up cannot write ${lockFile} in ${folder} (${message}).`);
}

/**
 * Runs `work` while no other setup of this folder runs. Takes over the lock of a process that has
 * ended.
 */
async function withSetupLock(work) {
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw lockProblem(error);
      const holder = Number(stampOf(lockFile));
      if (holder > 0 && !isAlive(holder)) rmSync(lockFile, { force: true });
      else if (waited === 600)
        throw new SetupError(
          `Another setup has been running for 10 minutes (process ${holder}). Stop it, then try again.`,
        );
      else await new Promise((done) => setTimeout(done, 1000));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Runs a program. Prints its output and throws if it fails. */
export async function mustRun(command, args, failure, { env = process.env, cwd = '.' } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const status = await new Promise((done, fails) => child.on('error', fails).on('close', done));
  if (status === 0) return;
  process.stderr.write(`\n${output}\n`);
  throw new SetupError(failure);
}

/** Prints a step and how long it took. A terminal shows the seconds while it runs. */
export async function step(name, work) {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  const { stdout } = process;
  stdout.write(`${name} …`);
  const timer = stdout.isTTY ? setInterval(() => stdout.write(`\r${name} … ${seconds()}`), 1000) : undefined;
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  stdout.write(`${stdout.isTTY ? `\r${name} …` : ''} ${seconds()}\n`);
}

const lockedHash = () => hashOf(['.npmrc', 'package.json', 'package-lock.json', `${nodeRuntime}/package-lock.json`]);
const withoutTools = ' without tools';
const withoutBuildTools = ' without build tools';

/**
 * True if the packages of the lockfile are installed. The stamp says which ones: all of them, those
 * that building and running the shop needs, or those that running it needs.
 */
function isInstalled({ withBuildTools, withTools }) {
  const stamp = stampOf(installStamp);
  const enough = [
    '',
    ...(withTools ? [] : [withoutTools]),
    ...(withTools || withBuildTools ? [] : [withoutBuildTools]),
  ];
  return enough.some((packages) => stamp === `${lockedHash()}${packages}`);
}

const quietly = ['--loglevel=error', '--no-audit', '--no-fund'];
const npmCi = (...args) =>
  mustRun('npm', ['ci', ...quietly, ...args], 'Couldn’t install the packages. See the output above.');

/** Returns the path of Node, fetched if this machine's own is too old or runs from this folder. */
async function installedNode() {
  const isOwn = !process.execPath.startsWith(`${process.cwd()}${sep}`);
  if (isOwn && Number.parseInt(process.versions.node, 10) >= minNodeVersion) return process.execPath;
  await npmCi('--prefix', nodeRuntime);
  return resolve(nodeIn(nodeRuntime));
}

function linkNode(path) {
  rmSync(node, { force: true });
  if (isWindows) writeFileSync(node, `@call "${path}" %*\r\n`);
  else symlinkSync(path, node);
}

/** Installs the packages. A folder that has the development tools gets them again by an update. */
async function installPackages({ withTools }) {
  const stamp = stampOf(installStamp);
  const isWhole = withTools || (stamp !== '' && !stamp.includes(' without '));
  await step('Installing packages', async () => {
    const [path] = await Promise.all([installedNode(), npmCi(...(isWhole ? [] : ['--omit=dev']))]);
    linkNode(path);
  });
  writeFileSync(installStamp, isWhole ? lockedHash() : `${lockedHash()}${withoutTools}`);
}

async function install(needed) {
  if (!isInstalled(needed)) await installPackages(needed);
  // The linked Node may have been removed since, by an update of the machine's.
  else if (!existsSync(node)) await step('Installing Node', async () => linkNode(await installedNode()));
}

/**
 * Fetches programs that the suites need and this machine lacks. It prints a line for each, and what
 * it cannot fetch is no failure of the set-up.
 */
async function fetchTestPrograms() {
  const child = spawn(node, ['scripts/fetch-test-programs.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await new Promise((done, fails) => child.on('error', fails).on('close', done));
  if (status !== 0) throw new SetupError('The programs of the suites could not be looked for, see above.');
}

export const isTest = (path) => /\.test\.tsx?$/.test(path);

/** Hash of everything that the build is made of. */
function sourceHash() {
  const paths = [
    'src',
    'content',
    'public',
    'db/seed',
    `${sandbox}/src`,
    `${sandbox}/requests.json`,
    `${sandbox}/vite.config.ts`,
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ];
  return hashOf(paths.flatMap(filesBelow).filter((file) => !isTest(file)));
}

function isBuilt() {
  const areThere = existsSync('build/server/index.js') && existsSync(`${sandbox}/dist/stripe.js`);
  return areThere && stampOf(buildStamp) === sourceHash();
}

async function build() {
  const expected = sourceHash();
  const env = { ...process.env, NODE_ENV: 'production', SHOP_BUILD_DIRECTORY: 'build/next' };
  const run = (what, ...args) => mustRun(node, args, `${what}. See the output above.`, { env });
  await step('Building the shop', async () => {
    await run('The shop could not be built', 'node_modules/@react-router/dev/bin.cjs', 'build');
    await run('The sandbox could not be built', 'node_modules/vite/bin/vite.js', 'build', sandbox);
    await run('The built files could not be compressed', 'scripts/precompress.ts', 'build/next/client');
    await run('The new build could not replace the old one', 'scripts/swap-build.ts');
  });
  writeFileSync(buildStamp, expected);
}

/**
 * Prepares the folder: installs packages if missing or stale, and builds if any input of the build
 * changed. `withTools` also installs what only tests and checks need, and fetches the programs that
 * suites need.
 */
export async function setUp({ withBuild, withTools = false }) {
  const needed = () => ({ withBuildTools: withBuild && !isBuilt(), withTools });
  // A service user with read-only access needs no lock for a folder that is ready.
  const isReady = () => !needed().withBuildTools && isInstalled(needed()) && existsSync(node);
  if (!withTools && isReady()) return;
  await withSetupLock(async () => {
    await install(needed());
    if (withTools) await fetchTestPrograms();
    if (withBuild && !isBuilt()) await build();
  });
}

const buildTools = ['@react-router/dev', '@tailwindcss/vite', 'tailwindcss', 'vite'];

/** Installs the packages that running the shop needs in the folder `to`, a copy of this one. */
export async function installToRun(to) {
  const npm = (...args) => mustRun('npm', args, 'Couldn’t install the packages. See the output above.', { cwd: to });
  await npm('ci', ...quietly, '--omit=dev');
  await npm('uninstall', ...quietly, '--omit=dev', '--no-save', ...buildTools);
  writeFileSync(join(to, installStamp), `${lockedHash()}${withoutBuildTools}`);
}

/**
 * Ends a child when npm ends. The shell between npm and this process forwards no signal, so the
 * parent is polled instead.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}

/**
 * Runs a script with the project's own Node in place of this process: same signals, output and exit
 * code.
 */
export function execNode(args, env = {}) {
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => fail(error));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** Exits with one sentence instead of a stack trace. */
export function fail(error) {
  console.error(error instanceof SetupError ? error.message : `Setup failed: ${error.message}`);
  process.exit(1);
}
