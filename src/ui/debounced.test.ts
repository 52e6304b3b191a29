import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { debounced } from './debounced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('acts 10 ms after the last call, not after 9 ms, and each call restarts the 10 ms', () => {
  const act = vi.fn<() => void>();
  const { call } = debounced(act, 10);
  call();
  vi.advanceTimersByTime(9);
  call();
  vi.advanceTimersByTime(9);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a cancelled call never acts', () => {
  const act = vi.fn<() => void>();
  const { call, cancel } = debounced(act, 10);
  call();
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
});
