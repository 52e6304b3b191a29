import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { toast, toasts } from './toast.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a message replaces the earlier one of its group, and no other', () => {
  // Other files of this process may have shown messages.
  const earlier = toasts().length;
  toast({ title: 'New order' });
  toast({ title: 'Enter an amount', destructive: true, group: 'of-this-test' });
  toast({ title: 'Saved.', group: 'of-this-test' });
  expect(
    toasts()
      .slice(earlier)
      .map(({ title }) => title),
  ).toEqual(['New order', 'Saved.']);
});
