import { expect, test } from 'vitest';

import { demoReviewerNames, demoReviews } from '#content/demo-reviews.ts';

import { choiceOf, cleanText, countOf, missingOf, searchOf, shownCount, shownName, summaryOf } from './review.ts';

/** A review by a guest, without a name or with the typed one. */
const review = { id: 'r1', reviewerName: null, customerId: null, verifiedPurchase: false };

test.each([
  ['Mia Rosen', 'Mia R.'],
  ['  mia   van der rosen ', 'mia R.'],
  ['Mia', 'Mia'],
  ['Zoë Åberg', 'Zoë Å.'],
  ['Ana 𝒳u', 'Ana 𝒳.'],
  ['   ', 'Customer'],
])('the name %j is shown as %j', (name, expected) => {
  expect(shownName({ ...review, reviewerName: name }, [])).toBe(expected);
});

test.each([
  ['mia@example.com', 'Customer'],
  ['Mia mia@example.com Rosen', 'Mia R.'],
  ['Mia Rosen <mia@example.com>', 'Mia R.'],
  ['mia＠example．com', 'Customer'],
  ['mia(at)example[dot]com', 'Customer'],
  ['Mia +1 (503) 555-0134', 'Mia'],
  ['5035550134 Mia', 'Mia'],
  ['Mia ٠١٢٣٤٥٦٧٨٩', 'Mia'],
  ['https://example.com/mia', 'Customer'],
  ['Mia www.example.com', 'Mia'],
  ['example.com', 'Customer'],
  ['@mia_rosen', 'Customer'],
  ["O'Neil D’Arcy", "O'Neil D."],
  ['Anne-Marie St. John', 'Anne-Marie J.'],
  ['J.R. Tolkien', 'J.R. T.'],
  ['Zoë Østergård', 'Zoë Ø.'],
  ['美咲 田中', '美咲 田.'],
])('the reviewer name %j publishes no email address, number or link: %j', (name, expected) => {
  expect(shownName({ ...review, reviewerName: name }, [])).toBe(expected);
});

const nameOf = (customerId: string) => shownName({ ...review, customerId }, demoReviewerNames);

test('a customer without a name always gets the same one of 15 names', () => {
  expect(new Set(demoReviewerNames).size).toBe(15);
  expect(nameOf('demo-001')).toBe('Ingrid H.');
  expect(nameOf('demo-002')).toBe('Yuki T.');
  const chosen = new Set(Array.from({ length: 500 }, (_, index) => nameOf(`customer-${index}`)));
  expect(chosen).toEqual(new Set(demoReviewerNames));
});

test('a typed name wins; otherwise a demo shop picks a name from the list and a live shop shows a generic one', () => {
  const verified = { ...review, customerId: 'demo-001', verifiedPurchase: true };
  expect(shownName({ ...verified, reviewerName: 'Mia Rosen' }, demoReviewerNames)).toBe('Mia R.');
  expect(shownName(verified, demoReviewerNames)).toBe('Ingrid H.');
  expect(shownName(verified, [])).toBe('Verified customer');
  expect(shownName(review, [])).toBe('Customer');
});

test('the histogram has every star from five to one, and the average has one decimal', () => {
  expect(
    summaryOf([
      { stars: 3, count: 1, withPhotos: 0 },
      { stars: 5, count: 13, withPhotos: 0 },
      { stars: 4, count: 2, withPhotos: 1 },
    ]),
  ).toEqual({
    count: 16,
    average: 4.8,
    histogram: [
      { stars: 5, count: 13, withPhotos: 0 },
      { stars: 4, count: 2, withPhotos: 1 },
      { stars: 3, count: 1, withPhotos: 0 },
      { stars: 2, count: 0, withPhotos: 0 },
      { stars: 1, count: 0, withPhotos: 0 },
    ],
  });
});

test.each([
  [1, 1, 4.5],
  [2, 1, 4.7],
  [0, 1, 4],
  [3, 1, 4.8],
])('%i reviews of five stars and %i of four have an average of %d', (fives, fours, average) => {
  const counts = { 5: fives, 4: fours };
  const perStar = Object.entries(counts).map(([stars, count]) => ({ stars: Number(stars), count, withPhotos: 0 }));
  expect(summaryOf(perStar)?.average).toBe(average);
});

test('the summary is null without reviews', () => {
  expect(summaryOf([])).toBeNull();
});

test.each([
  [null, 6],
  ['6', 6],
  ['7', 12],
  ['12', 12],
  ['0', 6],
  ['-5', 6],
  ['61', 60],
  ['1e9', 60],
  ['much', 6],
])('a page that requests %j reviews shows up to %i', (input, expected) => {
  expect(shownCount(input)).toBe(expected);
});

test.each([
  [{ rating: null, content: ' ', reviewerName: '' }, ['rating_required', 'content_required', 'name_required']],
  [{ rating: 0, content: 'Good', reviewerName: 'Mia' }, ['rating_required']],
  [{ rating: 6, content: 'Good', reviewerName: 'Mia' }, ['rating_required']],
  [{ rating: 1, content: '\n\t ', reviewerName: 'Mia' }, ['content_required']],
  [{ rating: 5, content: 'Good', reviewerName: '\u200b ' }, ['name_required']],
  [{ rating: 5, content: 'Good', reviewerName: 'Mia' }, []],
])('a draft of %j is missing %j', (draft, expected) => {
  expect(missingOf({ title: '', ...draft })).toEqual(expected);
});

test('invisible characters are removed from typed text and line breaks stay', () => {
  expect(cleanText(' one\u0000\u202e\ntwo\u0007 ')).toBe('one\ntwo');
});

test('the 16 sample reviews have 13 five-star, two four-star and one three-star ratings, by 15 names', () => {
  const stars = (rating: number) => demoReviews.filter((review) => review.rating === rating).length;
  expect([demoReviews.length, stars(5), stars(4), stars(3)]).toEqual([16, 13, 2, 1]);
  expect(new Set(demoReviews.map(({ customer }) => nameOf(customer))).size).toBe(15);
});

test.each([
  ['', 'sort=newest', 16],
  ['sort=newest&stars=&photos=0', 'sort=newest', 16],
  ['sort=toString&stars=6&photos=yes', 'sort=newest', 16],
  ['stars=4&sort=helpful', 'sort=helpful&stars=4', 2],
  ['sort=highest&photos=1', 'sort=highest&photos=1', 1],
  ['photos=1&stars=5', 'sort=newest&stars=5&photos=1', 0],
])('the query "%s" selects reviews like "%s": %i', (query, normalized, count) => {
  const choice = choiceOf(new URLSearchParams(query));
  expect(new URLSearchParams(searchOf(choice)).toString()).toBe(normalized);
  const perStar = [
    { stars: 5, count: 14, withPhotos: 0 },
    { stars: 4, count: 2, withPhotos: 1 },
  ];
  expect(countOf({ histogram: summaryOf(perStar)?.histogram ?? [] }, choice)).toBe(count);
});

test('a page can list the most helpful reviews first', () => {
  expect(choiceOf(new URLSearchParams(), 'helpful').sort).toBe('helpful');
  expect(choiceOf(new URLSearchParams('sort=newest'), 'helpful').sort).toBe('newest');
});
