import { expect, test } from 'vitest';

import { createByteGate } from './byte-semaphore.ts';

const limits = { capacity: 10, maxUnderWay: 3, slowMs: 20 };
const never = () => {
  throw new Error('gave way');
};
const waits = (taken: Promise<void>) => Promise.race([taken.then(() => false), Promise.resolve(true)]);

test('bodies take room as they come, and one at a time goes beyond it', async () => {
  const gate = createByteGate({ ...limits, slowMs: 60_000 });
  const [first, second, third] = [gate.enter(never), gate.enter(never), gate.enter(never)];
  await first.take(5);
  await second.take(5);
  await third.take(4);
  const next = second.take(4);
  expect(await waits(next)).toBe(true);
  third.complete();
  third.leave();
  await next;
});

test('a complete body keeps its room until it leaves', async () => {
  const gate = createByteGate(limits);
  const [first, second] = [gate.enter(never), gate.enter(never)];
  await first.take(10);
  first.complete();
  const next = second.take(1);
  expect(await waits(next)).toBe(true);
  first.leave();
  first.leave();
  await next;
});

test('a body that brings nothing more gives way to one that waits', async () => {
  const gate = createByteGate(limits);
  const { promise: gaveWay, resolve } = Promise.withResolvers<void>();
  const slow = gate.enter(resolve);
  await slow.take(10);
  const beyond = gate.enter(never);
  await beyond.take(1);
  const waiting = gate.enter(never).take(1);
  expect(await waits(waiting)).toBe(true);
  await gaveWay;
  await waiting;
  slow.leave();
});

test('the body that is silent longest gives way to one too many', async () => {
  const gate = createByteGate(limits);
  const ended: number[] = [];
  for (const index of [1, 2, 3, 4, 5]) gate.enter(() => ended.push(index));
  expect(ended).toEqual([1, 2]);
});
