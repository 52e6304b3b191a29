import fc from 'fast-check';
import { expect, test } from 'vitest';

import { freeShippingOffers } from '#modules/promotions/promotions.ts';
import { countries } from '#shared/countries.ts';

import { randomCases } from '../../../tests/support/full-run.ts';
import { withoutOption } from './shipping-options.ts';
import { freeFrom, optionPrice, optionsTo, standardOption, standardShipping } from './shipping-terms.ts';

const cents = fc.nat(30_000);
const id = fc.constantFrom('a', 'b', 'c');
const offer = fc.record({
  fromCents: cents,
  optionIds: fc.uniqueArray(id),
  label: fc.string(),
});
const some = fc.subarray([...countries]);
const option = fc.record({
  id,
  name: fc.string(),
  description: fc.string(),
  priceCents: cents,
  daysMin: fc.nat(5),
  daysMax: fc.nat(9),
  countries: some,
});
const terms = fc.record({
  options: fc.uniqueArray(option, { selector: (one) => one.id }),
  soldCountries: fc.subarray([...countries], { minLength: 1 }),
});
const runs = { numRuns: randomCases(10_000) };

test('an option costs its price below the value from which it is free, and nothing from there on', () => {
  fc.assert(
    fc.property(option, cents, fc.array(offer), (one, goods, offers) => {
      const { priceCents, freedBy } = optionPrice(one, goods, offers);
      const from = freeFrom(one, offers);
      expect(priceCents).toBe(from !== null && goods >= from ? 0 : one.priceCents);
      expect(freedBy === null).toBe(one.priceCents === 0 || priceCents > 0);
    }),
    runs,
  );
});

test('more items never make shipping dearer, and another offer never does', () => {
  fc.assert(
    fc.property(option, cents, cents, fc.array(offer), offer, (one, goods, more, offers, another) => {
      const { priceCents } = optionPrice(one, goods, offers);
      expect(optionPrice(one, goods + more, offers).priceCents).toBeLessThanOrEqual(priceCents);
      expect(optionPrice(one, goods, [...offers, another]).priceCents).toBeLessThanOrEqual(priceCents);
    }),
    runs,
  );
});

test('an option without countries goes everywhere, and any other only to its own', () => {
  fc.assert(
    fc.property(fc.array(option), fc.constantFrom(...countries), (options, country) => {
      const to = optionsTo(options, country);
      for (const one of options)
        expect(to.includes(one)).toBe(one.countries.length === 0 || one.countries.includes(country));
      const isActive = true;
      const missing = withoutOption(
        options.map((one) => ({ ...one, isActive })),
        [country],
      );
      expect(missing).toEqual(to.length === 0 ? [country] : []);
    }),
    runs,
  );
});

test('standard shipping is promised free from a value only if it is free from there in every country', () => {
  fc.assert(
    fc.property(terms, fc.array(offer), cents, (shop, offers, more) => {
      const promise = standardShipping(shop, offers);
      const firsts = shop.soldCountries.flatMap((country) => optionsTo(shop.options, country).slice(0, 1));
      expect(promise === null).toBe(firsts.length === 0);
      if (promise === null) return;
      expect(promise.isFree).toBe(firsts.every(({ priceCents }) => priceCents === 0));
      if (promise.freeFromCents === null) return;
      const goods = promise.freeFromCents + more;
      for (const one of firsts) expect(optionPrice(one, goods, offers).priceCents).toBe(0);
    }),
    runs,
  );
});

const shipping = { name: '', description: '', daysMin: 1, daysMax: 2 };
const home = { ...shipping, id: 'home', priceCents: 500, countries: ['US'] };
const abroad = { ...shipping, id: 'abroad', priceCents: 900, countries: ['CA', 'GB'] };
const offersOf = (...offers: [methods: string[], minGoodsCents: number][]) =>
  freeShippingOffers(
    offers.map(([methods, minGoodsCents]) => ({
      kind: 'free_shipping_over',
      options: { methods, minGoodsCents, what: 'shipping' },
    })),
  );

test.each([
  ['free nowhere', ['US', 'GB'], [], null],
  ['free in one of two countries', ['US', 'GB'], offersOf([['home'], 5_000]), null],
  ['free in both from different values', ['US', 'GB'], offersOf([['home'], 5_000], [['abroad'], 8_000]), 8_000],
  ['free in the only country', ['US'], offersOf([['home'], 5_000]), 5_000],
  ['free from the lower of two values', ['US'], offersOf([['home'], 5_000], [['home'], 4_000]), 4_000],
] as const)('with shipping %s, %j are promised %j', (_name, soldCountries, offers, freeFromCents) => {
  const promise = standardShipping({ options: [home, abroad], soldCountries }, offers);
  expect(promise).toEqual({ isFree: false, freeFromCents });
});

test('the option promised to visitors without an address is the first one to the first country', () => {
  const options = [abroad, home];
  expect(standardOption({ options, soldCountries: ['US', 'GB'] })?.id).toBe('home');
  expect(standardOption({ options, soldCountries: ['GB'] })?.id).toBe('abroad');
  expect(standardOption({ options, soldCountries: ['AU'] })).toBeNull();
});
