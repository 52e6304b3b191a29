import { expect, test } from 'vitest';

import { landingProof } from './landing-proof.server.ts';
import { days } from './landing-proof.ts';

test('a demo shows 4.9 in the hero, 4.8 of 2,847 reviews, six cards of five stars and 2,800+ customers', () => {
  const { rating, testimonials, videos, closingTitle } = landingProof('demo', null);
  expect(rating?.average).toBe(4.9);
  expect(testimonials).toMatchObject({ average: 4.8, count: 2_847 });
  expect(testimonials?.items.map((item) => item.rating)).toEqual([5, 5, 5, 5, 5, 5]);
  expect(videos?.voices).toHaveLength(6);
  expect(closingTitle).toBe('Join 2,800+ Happy Customers');
});

test('a live shop shows no demo content, only its own rating if there is one', () => {
  const nothing = { rating: null, testimonials: null, videos: null, closingTitle: null };
  expect(landingProof('live', null)).toEqual(nothing);
  const own = { average: 4.2, count: 11 };
  expect(landingProof('live', own)).toEqual({ ...nothing, rating: own });
});

test('a demo shows its sample figure whatever the database holds', () => {
  expect(landingProof('demo', { average: 1, count: 1 }).rating?.average).toBe(4.9);
});

test('uses the singular for one day', () => {
  expect([days(1), days(2), days(12)]).toEqual(['1 day', '2 days', '12 days']);
});
