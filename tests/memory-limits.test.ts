import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import limits from '../scripts/memory-limits.json' with { type: 'json' };

test.each(['Dockerfile', 'deploy/shop.service'])('%s gives the shop the memory limits of npm start', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll('"', '');
  const found = Object.entries(limits).filter(([name, value]) => text.includes(`${name}=${value}`));
  expect(Object.fromEntries(found)).toEqual(limits);
});
