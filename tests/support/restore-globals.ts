import { afterAll, vi } from 'vitest';

/** Restores clock, timers and globals for the next suite of this process. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
