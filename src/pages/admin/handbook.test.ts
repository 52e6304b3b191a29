import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { handbook } from '#content/handbook.ts';

import { pageRoutes } from '../page-registry.ts';
import { tasksOf } from './handbook.server.ts';
import { handbookPages, taskAt } from './handbook-tasks.ts';

/** Texts of the admin, of the modules it shows, and of the shop's default content. */
const sources = globSync(['src/pages/**/*.{ts,tsx}', 'src/modules/**/*.{ts,tsx}', 'content/{products,launch}.ts'])
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

const steps = Object.entries(handbook).flatMap(([task, { steps: all }]) => all.map((step) => ({ task, step })));

test('the handbook quotes only texts that the admin shows', () => {
  const unknown = steps.flatMap(({ task, step }) =>
    [...step.matchAll(/“([^”]+)”/g)].flatMap(([, text = '']) => (sources.includes(text) ? [] : [`${task}: ${text}`])),
  );
  expect(unknown).toEqual([]);
});

test('each task has one to ten steps of at most 25 words a sentence, and one page', () => {
  for (const [task, { steps: all }] of Object.entries(handbook)) {
    expect(all.length, task).toBeGreaterThan(0);
    expect(all.length, task).toBeLessThanOrEqual(10);
  }
  const long = steps.flatMap(({ step }) => step.split(/(?<=[.?:!]) /)).filter((one) => one.split(' ').length > 25);
  expect(long).toEqual([]);
  expect(handbookPages.map(([, task]) => task).toSorted()).toEqual(Object.keys(handbook).toSorted());
});

test('each page of the menu has a task, except the handbook and the API reference', () => {
  const unexplained = pageRoutes.filter(
    ({ audience, path }) => audience === 'admin' && !/[:.]/.test(path) && taskAt(path) === null,
  );
  expect(unexplained.map(({ path }) => path)).toEqual(['/admin/api', '/admin/handbook']);
});

test.each([
  ['/admin', 'day'],
  ['/admin/orders', 'find-order'],
  ['/admin/orders/HR-2345ABCD', 'order'],
  ['/admin/shipping-desk', 'ship'],
  ['/admin/shipping-desk/', 'ship'],
  ['/admin/orders/HR-2345ABCD/refund', null],
  ['/admin/handbook/ship', null],
])('the task about %s is %s', (path, task) => {
  expect(taskAt(path)).toBe(task);
});

test('a role finds the tasks of the pages that it opens, and no others', () => {
  const tasks = (role: Parameters<typeof tasksOf>[0]) => tasksOf(role).map(({ task }) => task);
  expect(tasks('admin').length).toBe(handbookPages.length);
  expect(tasks('staff')).toContain('ship');
  expect(tasks('staff')).not.toContain('accounting');
  expect(tasks('accountant')).toContain('accounting');
  expect(tasks('accountant')).not.toContain('ship');
});
