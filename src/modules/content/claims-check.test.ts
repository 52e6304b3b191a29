import { expect, test } from 'vitest';

import { landing } from '#content/landing.ts';

import { figureWarnings, promisesFreeShipping, statedFigures, textsIn } from './claims-check.ts';
import { documentKeys, documents } from './documents.server.ts';

const facts = {
  guaranteeDays: '30',
  replacementDays: '60',
  refundDays: '2',
  refundVisibleDays: '5-7',
  price: '$59',
  listPrice: '$120',
  saving: '$61',
  rating: '4.8',
  wavelength: '630-680 nm',
  headAngle: '27°',
  freeShippingFrom: '$100',
};

test.each([
  ['guarantee', '45-day money-back guarantee', '45'],
  ['guarantee', 'You have 14 days to decide.', '14'],
  ['guarantee', 'Send it back within 90 days of delivery.', '90'],
  ['replacement', '90-day guarantee', '90'],
  ['replacement', 'A wand that stops working within 30 days is replaced', '30'],
  ['refund', 'Refunded within 3 business days of receipt', '3'],
  ['light', 'LEDs at 630–830 nm', '630-830'],
  ['head', 'A 270° head for cheeks and jaw', '270'],
  ['head', 'angled at 30 degrees', '30'],
  ['rating', 'Rated 4.9/5', '4.9'],
  ['rating', '4.7 out of 5', '4.7'],
  ['price', 'Yours for $49', '$49'],
  ['shipping', 'Free shipping on orders $50+', '$50'],
])('a figure of the kind %s in “%s” differs from the fact and is reported', (kind, text, figure) => {
  expect(statedFigures(text)).toEqual([{ kind, figure }]);
  const [warning, ...more] = figureWarnings({ hero: { text: `Soft light. ${text}` } }, facts);
  expect(more).toEqual([]);
  expect(warning).toEqual({
    path: 'hero.text',
    text: expect.stringContaining(`says ${figure}, and the shop’s fact is`),
  });
});

test.each([
  '30-day money-back guarantee, 60-day guarantee',
  'Refunded within 2 business days of receipt, visible on your statement within 5-7 business days',
  'LEDs at 630–680 nm, a 27° head, 4.8/5, $59 instead of $120: save $61',
  'Reaches 270° around cheeks, jaw, brow and neck.',
  'The treated groups sat under light sources at 611–650 nm',
  'Unpaid checkouts are deleted after 90 days. $0 for return shipping',
  '<p>A full refund within 30 days of delivery.</p><p>Free return shipping.</p>',
  'Try it for {guaranteeDays} days',
])('figures that agree with the facts, or state another thing, are not reported: %s', (text) => {
  expect(figureWarnings({ text }, facts)).toEqual([]);
});

test('free shipping is reported unless its sentence depends on the shipping options', () => {
  expect(promisesFreeShipping('Return shipping is free, free return shipping')).toBe(false);
  expect(figureWarnings({ a: ['Free shipping, always.'] }, facts)).toEqual([
    { path: 'a.0', text: expect.stringContaining('Start the sentence with {ifFreeShipping}') },
  ]);
  const conditional = ['{ifFreeShipping}Free shipping.', 'Free shipping on orders {freeShippingFrom}+'];
  expect(figureWarnings(conditional, facts)).toEqual([]);
});

test('a fact without a value is not compared', () => {
  expect(figureWarnings({ text: 'Rated 4.9/5' }, { ...facts, rating: null })).toEqual([]);
});

test.each(documentKeys.filter((key) => key !== 'claims'))('the default texts of %s differ from no fact', (key) => {
  expect(figureWarnings(documents[key].initial, facts)).toEqual([]);
});

test('the landing page names the reach of the wand apart from the angle of its head', () => {
  const order = landing.sections.map(({ id }) => id);
  expect(order.indexOf('benefits') - order.indexOf('fourInOne')).toBeGreaterThan(1);
});

test.each(documentKeys)('the default texts of %s have curly apostrophes', (key) => {
  // The specification writes these two titles with a straight one.
  const asSpecified = new Set(["What's included", "What's in the box"]);
  const straight = textsIn(documents[key].initial).filter((text) => /[a-z]'[a-z]/i.test(text));
  expect(straight.filter((text) => !asSpecified.has(text))).toEqual([]);
});
