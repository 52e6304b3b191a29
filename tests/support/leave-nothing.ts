import { afterAll, vi } from 'vitest';

/** The next suite of this process begins with the process's own clock, timers and globals. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
