import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { goals } from '../bench/goals.ts';
import { goalText, metText } from '../bench/support/bench-report.ts';

const table = readFileSync('docs/performance.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Row of docs/performance.md for a figure. */
function written(name: string) {
  const [, , goal, met, measured = '', reference = ''] = table.find(([, figure]) => figure === `\`${name}\``) ?? [];
  return { goal, met, value: Number.parseFloat(measured), reference: Number.parseFloat(reference) };
}

test.each(Object.entries(goals))('docs/performance.md states the same goal of %s as the benchmarks', (name, goal) => {
  expect(written(name).goal).toBe(goalText(goal));
});

const judged = Object.entries(goals).flatMap(([name, { minCores }]) => (minCores === undefined ? [name] : []));

test.each(judged)('docs/performance.md says whether %s meets its goal', (name) => {
  const { met, value, reference } = written(name);
  const isMeasured = !Number.isNaN(value);
  expect(met).toBe(isMeasured ? metText({ name, value, unit: '', reference }) : 'not measured');
});
