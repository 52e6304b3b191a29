import { expect, test } from 'vitest';

import { disputeStage, isNewer, keepsMoney } from './rules.ts';

test.each([
  ['warning_needs_response', 'inquiry', false],
  ['warning_under_review', 'inquiry', false],
  ['warning_closed', 'won', false],
  ['needs_response', 'open', true],
  ['under_review', 'open', true],
  ['appeal_under_review', 'open', true],
  ['a word of next year', 'open', true],
  ['won', 'won', false],
  ['prevented', 'won', false],
  ['lost', 'lost', true],
])('a dispute that the provider calls %s is %s and keeps the money: %s', (status, stage, keeps) => {
  expect(disputeStage(status)).toBe(stage);
  expect(keepsMoney(status)).toBe(keeps);
});

const at = (second: number) => new Date(second * 1000);

test.each([
  ['needs_response', 10, 'under_review', 11, true],
  ['under_review', 11, 'needs_response', 10, false],
  ['needs_response', 10, 'needs_response', 10, false],
  ['needs_response', 10, 'won', 10, true],
  ['won', 10, 'needs_response', 10, false],
  ['won', 10, 'needs_response', 20, false],
  ['lost', 10, 'appeal_under_review', 20, true],
  ['lost', 10, 'won', 20, true],
  ['lost', 20, 'won', 10, false],
  ['needs_response', 10, 'lost', null, true],
  ['needs_response', 10, 'needs_response', null, false],
  ['won', 10, 'needs_response', null, false],
])('after %s of second %i, %s of second %s is news: %s', (known, knownAt, told, toldAt, news) => {
  const statedAt = toldAt === null ? null : at(toldAt);
  expect(isNewer({ status: known, statedAt: at(knownAt) }, { status: told, statedAt })).toBe(news);
});
