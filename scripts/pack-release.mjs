import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { fail, installToRun, isTest, mustRun, setUp, step } from './setup.mjs';

/** Parts that a running shop and its operator need. */
const parts = [
  '.env.example',
  '.npmrc',
  'CHANGELOG.md',
  'README.md',
  'build',
  'content',
  'db',
  'deploy',
  'docs',
  'package-lock.json',
  'package.json',
  'packages',
  'public',
  'react-router.config.ts',
  'scripts',
  'src',
  'vite.config.ts',
];
/** Packages, and builds that this one replaced. */
const isLeftOut = (path) => /(^|[/\\])(node_modules|build[/\\](before|next))$/.test(path) || isTest(path);

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `halorosa-${version}-${process.platform}-${process.arch}`;

/** Writes a folder with the built shop and its packages. It starts with Node alone. */
async function writeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true, filter: (path) => !isLeftOut(path) });
  // The shop serves the files of the build before from it, and there is none.
  mkdirSync(join(folder, 'build/before/client'), { recursive: true });
  await installToRun(folder);
}

try {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  await setUp({ withBuild: true });
  const folder = resolve(values.folder ?? join('release', name));
  await step('Installing packages of the release', () => writeFolder(folder));
  if (values.folder === undefined) {
    const archive = `${folder}.tar.gz`;
    const of = ['-C', dirname(folder), name];
    await step('Packing the release', () =>
      mustRun('tar', ['-czf', archive, ...of], 'The release could not be packed. See the output above.'),
    );
    rmSync(folder, { recursive: true });
    console.log(archive);
  }
} catch (error) {
  fail(error);
}
