import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const own = [
  'src',
  'db',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'supported-browsers.ts',
];
const shared = ['node_modules', 'packages', 'public'];

/** Excludes tests from the type check of the build, because they know this shop's own brand. */
const typed = {
  extends: './tsconfig.json',
  include: ['src/**/*', 'content/**/*', 'db/**/*', '.react-router/types/**/*'],
  exclude: ['**/*.test.ts', '**/*.test.tsx'],
};

/** Creates a folder with this shop's code and another brand's `content/`. */
export function layOutBrand(content: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'brand-')));
  for (const name of own) cpSync(name, join(folder, name), { recursive: true });
  for (const name of shared) symlinkSync(resolve(name), join(folder, name));
  cpSync(content, join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'tsconfig.brand.json'), JSON.stringify(typed));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
  const command = async (file: string, args: string[]) => {
    const { stdout, stderr } = await run(file, args, { cwd: folder, env });
    return stdout + stderr;
  };
  return {
    folder,
    async build() {
      await command('react-router', ['typegen']);
      await command(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.brand.json']);
      await command('react-router', ['build']);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
