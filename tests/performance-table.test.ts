import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { goals } from '../bench/goals.ts';
import { goalText } from '../bench/support/figures.ts';

const table = readFileSync('docs/performance.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('**', '')));

/** Goal that docs/performance.md states for a figure. */
const written = (name: string) => table.find(([, figure]) => figure === `\`${name}\``)?.[2];

test.each(Object.entries(goals))('docs/performance.md states the same goal of %s as the benchmarks', (name, goal) => {
  expect(written(name)).toBe(goalText(goal));
});
