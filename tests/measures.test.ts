import { expect, test } from 'vitest';

import { cyclesIn } from '../scripts/measure-imports.ts';
import { figuresOf, measure, readLimits, typedCodeMeasure } from '../scripts/code-metrics.ts';

const measures = measure();
const { [typedCodeMeasure]: _elsewhere, ...limits } = readLimits();
console.log(figuresOf(measures, limits).join('\n'));

test.each(Object.entries(limits))('the product has no more than its limit: %s, %i', (name, limit) => {
  const locations = measures[name];
  expect(locations, `${name} is measured`).toBeDefined();
  expect(locations?.length, `${name}: ${(locations ?? []).join('\n')}`).toBeLessThanOrEqual(limit);
});

const graphOf = (imports: Record<string, string[]>) =>
  new Map(Object.entries(imports).map(([file, others]) => [file, new Set(others)]));

test.each([
  ['two files that import each other', { a: ['b'], b: ['a'] }, ['a <-> b']],
  ['a circle through three files, once', { a: ['b', 'c'], b: ['c'], c: ['a'] }, ['a <-> b <-> c']],
  ['two circles', { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }, ['c <-> d', 'a <-> b']],
  ['no circle among files that share one', { a: ['c'], b: ['c'], c: [] }, []],
])('finds %s', (_name, imports, cycles) => {
  expect(cyclesIn(graphOf(imports))).toEqual(cycles);
});
