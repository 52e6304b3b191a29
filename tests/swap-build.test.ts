import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'take-over-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Replaces the current build with a build of these files. */
function build(...files: string[]): void {
  for (const name of files) {
    const file = join(folder, 'build/next', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, name);
  }
  execFileSync(process.execPath, [resolve('scripts/swap-build.ts')], { cwd: folder });
}

const code = () => readdirSync(join(folder, 'build/server/assets'));
const isThere = (name: string) => existsSync(join(folder, 'build', name));

test('the first build has an empty predecessor, for a shop that looks for one at startup', () => {
  build('client/assets/a-0.js', 'server/index.js', 'server/assets/mail-0.js');
  expect(readdirSync(join(folder, 'build/before/client'))).toEqual([]);
  rmSync(join(folder, 'build'), { recursive: true });
});

test('a build replaces the previous one, whose files stay until the next build and no longer', () => {
  build('client/assets/a-1.js', 'server/index.js', 'server/assets/mail-1.js', 'server/assets/same.js');
  expect(code()).toEqual(['mail-1.js', 'same.js']);
  build('client/assets/a-2.js', 'server/index.js', 'server/assets/mail-2.js', 'server/assets/same.js');
  expect(code()).toEqual(['mail-1.js', 'mail-2.js', 'same.js']);
  expect([isThere('client/assets/a-2.js'), isThere('before/client/assets/a-1.js')]).toEqual([true, true]);
  build('client/assets/a-3.js', 'server/index.js', 'server/assets/mail-3.js');
  expect(code()).toEqual(['mail-2.js', 'mail-3.js', 'same.js']);
  expect([isThere('before/client/assets/a-2.js'), isThere('before/client/assets/a-1.js')]).toEqual([true, false]);
  expect(readFileSync(join(folder, 'build/server/index.js'), 'utf8')).toBe('server/index.js');
  expect(isThere('next')).toBe(false);
});
