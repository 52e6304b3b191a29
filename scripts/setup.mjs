// Plain JavaScript that the system's Node can run: it installs the project's own Node and packages
// first.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const installStamp = 'node_modules/.shop-install';
const sandbox = 'packages/stripe-sandbox';
const buildStamp = 'build/.shop-build';
const lockFile = '.shop-setup.lock';
/** Parent at start-up. A different parent later means that the original one has ended. */
const startedBy = process.ppid;
const node = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

export class SetupError extends Error {}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow)) hash.update(file).update('\0').update(readFileSync(file));
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

/**
 * Runs `work` while no other setup of this folder runs. Takes over the lock of a process that has
 * ended.
 */
async function withSetupLock(work) {
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const holder = Number(stampOf(lockFile));
      if (holder > 0 && !isAlive(holder)) rmSync(lockFile, { force: true });
      else if (waited === 600)
        throw new SetupError(`Another set-up has been running for 10 minutes (process ${holder}).`);
      else await new Promise((done) => setTimeout(done, 1000));
    }
  }
  try {
    return work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function mustRun(command, args, failure, env = process.env) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n`);
  throw new SetupError(failure);
}

const lockedHash = () => hashOf(['package.json', 'package-lock.json']);
const isInstalled = () => existsSync(node) && stampOf(installStamp) === lockedHash();

function install() {
  if (isInstalled()) return;
  const expected = lockedHash();
  console.log('Installing packages (once, about a minute) …');
  mustRun(
    'npm',
    ['ci', '--loglevel=error', '--no-audit', '--no-fund'],
    'The packages could not be installed, see above.',
  );
  writeFileSync(installStamp, expected);
}

function build() {
  const expected = hashOf([
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
  ]);
  const isBuilt = existsSync('build/server/index.js') && existsSync(`${sandbox}/dist/stripe.js`);
  if (isBuilt && stampOf(buildStamp) === expected) return;
  console.log('Building the shop …');
  const env = { ...process.env, NODE_ENV: 'production', SHOP_BUILD_DIRECTORY: 'build/next' };
  mustRun(node, ['node_modules/@react-router/dev/bin.cjs', 'build'], 'The shop could not be built, see above.', env);
  mustRun(node, ['node_modules/vite/bin/vite.js', 'build', sandbox], 'The sandbox could not be built, see above.', env);
  mustRun(node, ['scripts/precompress.ts', 'build/next/client'], 'The built files could not be compressed, see above.');
  mustRun(node, ['scripts/swap-build.ts'], 'The built files could not be put in their place, see above.');
  writeFileSync(buildStamp, expected);
}

/**
 * Prepares the folder: installs packages if missing or stale, and builds if any input of the build
 * changed.
 */
export function setUp({ withBuild }) {
  // A service user with read-only access needs no lock for an installed folder.
  if (!withBuild && isInstalled()) return undefined;
  return withSetupLock(() => {
    install();
    if (withBuild) build();
  });
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
export function handOver(args, env = {}) {
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => fail(error));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** Exits with one sentence instead of a stack trace. */
export function fail(error) {
  console.error(error instanceof SetupError ? error.message : `The set-up failed: ${error.message}`);
  process.exit(1);
}
