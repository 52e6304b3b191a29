import { expect, test } from 'vitest';

import { disputeStage, disputeUrl, isNewer, withholdsMoney, closedToEvidence } from './disputes.ts';

test.each([
  ['warning_needs_response', 'inquiry', false, true],
  ['warning_under_review', 'inquiry', false, false],
  ['warning_closed', 'won', false, false],
  ['needs_response', 'open', true, true],
  ['under_review', 'open', true, false],
  ['appeal_under_review', 'open', true, false],
  ['a word of next year', 'open', true, true],
  ['won', 'won', false, false],
  ['prevented', 'won', false, false],
  ['lost', 'lost', true, false],
])('a dispute with the provider status %s is %s; money withheld: %s, waits for an answer: %s', (status, ...is) => {
  expect([disputeStage(status), withholdsMoney(status), !closedToEvidence.includes(status)]).toEqual(is);
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
])('after %s at second %i, %s at second %s is newer: %s', (known, knownAt, update, updatedAt, news) => {
  const providerUpdatedAt = updatedAt === null ? null : at(updatedAt);
  expect(isNewer({ status: known, providerUpdatedAt: at(knownAt) }, { status: update, providerUpdatedAt })).toBe(news);
});

test.each([
  ['live', 'https://dashboard.stripe.com/disputes/dp_1'],
  ['test', 'https://dashboard.stripe.com/test/disputes/dp_1'],
  ['sandbox', null],
] as const)('a dispute in %s mode links to %s', (mode, url) => {
  expect(disputeUrl(mode, 'dp_1')).toBe(url);
});
