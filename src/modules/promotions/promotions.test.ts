import { expect, test } from 'vitest';

import { optionPrice } from '#modules/shipping/shipping-terms.ts';

import { freeShippingOffers, promotionHints, promotionsOff } from './promotions.ts';

const line = (quantity: number, unitPriceCents = 5_900) => ({ quantity, unitPriceCents, promoted: true });
const buyGet = (buy: number, free: number) => ({ kind: 'buy_x_get_y', options: { buy, free } });
const express = { minGoodsCents: 15_000, what: 'Express', methods: ['express'] };
const freeExpress = { kind: 'free_shipping_over', options: express };

test.each([
  [1, 1, 3, 1],
  [2, 1, 1, 0],
  [2, 1, 2, 0],
  [2, 1, 3, 1],
  [2, 1, 5, 1],
  [2, 1, 6, 2],
  [2, 1, 99, 33],
  [2, 2, 2, 0],
  [2, 2, 3, 1],
  [2, 2, 4, 2],
  [3, 1, 9, 2],
])('buy %i get %i: of %i units %i are free', (buy, free, units, expected) => {
  expect(promotionsOff([buyGet(buy, free)], [line(units)]).shares).toEqual([expected * 5_900]);
});

test('two promotions never take more off a line than it costs, and both are named', () => {
  expect(promotionsOff([buyGet(1, 9), buyGet(1, 8)], [line(3, 100)])).toEqual({
    shares: [300],
    labels: ['Buy 1 Get 9 Free', 'Buy 1 Get 8 Free'],
  });
});

test('a promotion of an unknown kind takes nothing off', () => {
  expect(promotionsOff([{ kind: 'from_the_future', options: {} }], [line(3)])).toEqual({ shares: [0], labels: [] });
});

test.each([
  [14_999, 'express', 1_299, ['You are $0.01 away from free Express']],
  [15_000, 'express', 0, []],
  [15_000, 'standard', 1_299, []],
])('goods of %i cents: the method %s costs %i cents', (goods, id, priceCents, hints) => {
  const option = { id, priceCents: 1_299 };
  expect(optionPrice(option, goods, freeShippingOffers([freeExpress])).priceCents).toBe(priceCents);
  expect(promotionHints([freeExpress], goods)).toEqual(hints);
});
