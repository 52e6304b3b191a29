import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { toast, toasts } from './toast.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a message replaces the earlier one of its group, and no other', () => {
  toast({ title: 'New order' });
  toast({ title: 'Enter an amount', destructive: true, group: 'of-this-test' });
  toast({ title: 'Saved.', group: 'of-this-test' });
  const titles = toasts().map(({ title }) => title);
  // Other files of this process may have shown messages before, of which at most three stay.
  expect(titles.slice(-2)).toEqual(['New order', 'Saved.']);
  expect(titles).not.toContain('Enter an amount');
});
