import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { startLimited, usualLimits } from './support/limited-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'halorosa-runaway-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keepAlive = 'setInterval(() => undefined, 1_000);';
const runaways = [
  [
    'memory',
    'memory',
    { memoryMb: 150 },
    `${keepAlive} const all = []; setInterval(() => all.push(Buffer.alloc(5e6, 1)), 10)`,
  ],
  ['log', 'log', { logMb: 1 }, `setInterval(() => console.log('x'.repeat(1e5)), 1)`],
  ['running time', 'ran for', { seconds: 1 }, keepAlive],
  ['open files', 'EMFILE', { descriptors: 64 }, `const fs = require('fs'); for (;;) fs.openSync('/dev/null')`],
] as const;

test.each(runaways)(
  'a runaway shop is killed for its %s and fails a test, not the machine',
  async (_what, word, limits, script) => {
    const file = join(folder, `${word.replace(' ', '-')}.cjs`);
    writeFileSync(file, script);
    const env = { PATH: process.env.PATH ?? '' };
    const runaway = startLimited({ args: [file], env, limits: { ...usualLimits, seconds: 60, ...limits } });
    await runaway.ended;
    expect(`${runaway.failure()} ${runaway.log()}`).toContain(word);
  },
);
