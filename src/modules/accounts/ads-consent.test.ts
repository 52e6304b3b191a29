import { expect, test } from 'vitest';

import { storedConsent, isAdTrackingAllowed } from './ads-consent.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const stored = (at: string, more = {}) => JSON.stringify({ version: 'v1', at, ads: true, ...more });

test.each([
  ['just now', stored(now.toISOString()), true],
  ['a moment before half a year', stored(new Date(now.getTime() - 182 * 86_400_000 + 1).toISOString()), true],
  ['half a year ago', stored(daysAgo(182)), false],
  ['in the future', stored(daysAgo(-1)), false],
  ['about another version', stored(daysAgo(1), { version: 'v0' }), false],
  ['without an answer', stored(daysAgo(1), { ads: 'yes' }), false],
  ['unreadable', '{', false],
  ['nothing', null, false],
])('a decision made %s still counts: %#', (_when, text, counts) => {
  expect(storedConsent(text, 'v1', now) !== null).toBe(counts);
});

test.each([
  [{ version: 'v1', at: '', ads: true }, false, true],
  [{ version: 'v1', at: '', ads: true }, true, false],
  [{ version: 'v1', at: '', ads: false }, false, false],
  [null, false, false],
])('%j with the privacy signal %j may be measured: %j', (decided, signal, may) => {
  expect(isAdTrackingAllowed(decided, signal)).toBe(may);
});
