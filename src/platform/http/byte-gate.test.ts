import { expect, test } from 'vitest';

import { createByteGate } from './byte-gate.ts';

/** Enters a gate and records when it is admitted. */
function arrive(gate: ReturnType<typeof createByteGate>, size: number, entered: string[], name: string) {
  return gate.enter(size)?.then((leave) => {
    entered.push(name);
    return leave;
  });
}

test('small bodies are admitted together, and the next waits its turn for room', async () => {
  const gate = createByteGate(10, 5);
  const entered: string[] = [];
  const first = await arrive(gate, 4, entered, 'first');
  await arrive(gate, 4, entered, 'second');
  const third = arrive(gate, 9, entered, 'third');
  void arrive(gate, 1, entered, 'fourth');
  expect(entered).toEqual(['first', 'second']);
  first?.();
  first?.();
  expect(await Promise.race([third, Promise.resolve('still waiting')])).toBe('still waiting');
  expect(entered).toEqual(['first', 'second']);
});

test('a body larger than the gate is admitted alone, and others follow it', async () => {
  const gate = createByteGate(10, 5);
  const entered: string[] = [];
  const leave = await arrive(gate, 1_000, entered, 'large');
  const next = arrive(gate, 1, entered, 'next');
  leave?.();
  await next;
  expect(entered).toEqual(['large', 'next']);
});

test('a body is refused at once if too many wait', async () => {
  const gate = createByteGate(1, 2);
  const leave = await gate.enter(1);
  const waiting = [gate.enter(1), gate.enter(1)];
  expect(gate.enter(1)).toBeNull();
  leave?.();
  (await waiting[0])?.();
  (await waiting[1])?.();
  expect(await gate.enter(1)).toBeTypeOf('function');
});
