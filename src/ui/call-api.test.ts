import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sendCall } from './call-api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The network takes the call and says nothing until it is given up.
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(new Error('given up')))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a call without an answer counts as one to a shop that cannot be reached after 30 s, not a moment before', async () => {
  let reason = 'waiting';
  void sendCall('POST /track-order/again', {}).then((answer) => (reason = answer.ok ? 'answered' : answer.reason));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(reason).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(reason).toBe('unreachable');
});
