import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test('the writing check reads the files of a folder without git, except ignored ones', () => {
  write('.gitignore', 'node_modules/\nbuild/\npackages/*/dist/\n*.log\n');
  const ignored = ['node_modules/a/b.ts', 'build/c.ts', 'packages/d/dist/e.ts', 'packages/d/node_modules/f.ts'];
  const read = ['.g.cjs', 'h.ts', 'packages/d/src/i.tsx', 'scripts/j.mjs', 'src/build.ts'];
  for (const file of [...ignored, ...read]) write(file, '// Whoever reads this.\n');
  const env = { PATH: '', CI_BASE: 'HEAD' };
  const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/check-writing.ts')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const found = [...stdout.matchAll(/^(\S+):1 comment heads/gm)].map(([, file]) => file);
  expect([status, found]).toEqual([1, read]);
});
