import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { pinnedLock, programsFolder, stampOf } from '../scripts/installed-programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Lock = { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> };

test.each(['postgres', 'chromium'] as const)(
  'each package of %s for the suites has one version and a checksum, and names no registry',
  (name) => {
    const { packages } = JSON.parse(readFileSync(pinnedLock(name), 'utf8')) as Lock;
    const { '': root, ...locked } = packages;
    const wanting = Object.entries(locked).filter(
      ([, { version, integrity, resolved }]) => version === undefined || !integrity || resolved !== undefined,
    );
    expect([Object.keys(locked).length > 0, wanting]).toEqual([true, []]);
    expect(JSON.stringify(root)).not.toMatch(/[\^~*]|http/);
  },
);

/** Runs `fetchedFolder` in a process whose project is the temporary folder. */
function folderInProject(): string {
  const module = JSON.stringify(pathToFileURL(resolve('scripts/installed-programs.ts')));
  const script = `import(${module}).then(({ fetchedFolder }) => console.log(fetchedFolder('chromium')))`;
  return execFileSync(process.execPath, ['--eval', script], { cwd: folder, encoding: 'utf8' }).trim();
}

test('a fetched program is used if it is complete and of the pinned version', () => {
  mkdirSync(join(folder, 'scripts/test-programs'), { recursive: true });
  cpSync('scripts/test-programs', join(folder, 'scripts/test-programs'), { recursive: true });
  mkdirSync(join(folder, programsFolder, 'chromium'), { recursive: true });
  const found = [folderInProject()];
  const stamp = join(folder, stampOf('chromium'));
  cpSync(pinnedLock('chromium'), stamp);
  found.push(folderInProject());
  writeFileSync(stamp, readFileSync(stamp, 'utf8').replace('153.0.0', '152.0.0'));
  found.push(folderInProject());
  expect(found).toEqual(['null', join(folder, programsFolder, 'chromium'), 'null']);
});
