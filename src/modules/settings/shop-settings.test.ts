import { expect, test } from 'vitest';

import { bannerInput } from './shop-settings.schema.ts';
import { bannerText, impliesDeadline, type Banner } from './shop-settings.ts';

const now = new Date('2026-11-21T12:00:00Z');
const pageAgeMs = 600_000;
const at = (ms: number) => new Date(now.getTime() + ms);
const banner: Banner = { text: 'Limited Time Offer', neutralText: 'Free Shipping', startsAt: null, endsAt: null };
const freeForAll = { everyOrder: 'On all orders', banner: '' };
const shown = (change: Partial<Banner>, shopMode: 'demo' | 'live' = 'live', freeShipping = freeForAll) =>
  bannerText({ ...banner, ...change }, { now, shopMode, pageAgeMs, freeShipping });

test('a demo shop shows its banner text; a live shop claims limited time only with an end date', () => {
  expect(shown({}, 'demo')).toBe('Limited Time Offer');
  expect(shown({})).toBe('Free Shipping');
  expect(shown({ endsAt: at(86_400_000) })).toBe('Limited Time Offer');
  expect(shown({ text: 'New: rose gold' })).toBe('New: rose gold');
});

test('a banner promises free shipping only while it is free on every order', () => {
  const notFree = { everyOrder: '', banner: 'Free Shipping on Orders $100+' };
  const free = { text: 'Limited Time Offer - Free Shipping on All Orders' };
  expect(shown(free, 'demo')).toBe(free.text);
  expect(shown(free, 'demo', notFree)).toBe('Free Shipping on Orders $100+');
  expect(shown({ ...free, neutralText: 'New: rose gold' }, 'demo', notFree)).toBe('New: rose gold');
  expect(shown({ text: 'New: rose gold' }, 'demo', notFree)).toBe('New: rose gold');
  expect(shown(free, 'demo', { ...notFree, banner: '' })).toBe('');
});

test.each([
  ['starts in 1 ms', { startsAt: at(1), endsAt: at(86_400_000) }, 'Free Shipping'],
  ['starts now', { startsAt: at(0), endsAt: at(86_400_000) }, 'Limited Time Offer'],
  ['ends 1 ms after this page is thrown away', { endsAt: at(600_001) }, 'Limited Time Offer'],
  ['ends when this page is thrown away', { endsAt: at(600_000) }, 'Free Shipping'],
  ['has ended', { endsAt: at(-1) }, 'Free Shipping'],
])('a campaign that %s', (_name, change, text) => {
  expect([shown(change), shown(change, 'demo')]).toEqual([text, text]);
});

test.each([
  ['Limited Time Offer - Free Shipping', true],
  ['Sale ends soon', true],
  ['Last chance', true],
  ['Free Shipping on All Orders', false],
  ['Friends and family', false],
])('%j claims an end: %s', (text, claims) => {
  expect(impliesDeadline(text)).toBe(claims);
});

test('the form of a live shop requires the end date, and its neutral text may not claim one', () => {
  const typed = { text: 'Limited Time Offer', neutralText: 'Free Shipping', startsAt: '', endsAt: '' };
  const fields = (change: object, mode: 'demo' | 'live' = 'live') =>
    bannerInput(mode)
      .safeParse({ ...typed, ...change })
      .error?.issues.map(({ path }) => path[0]);
  expect(fields({})).toEqual(['endsAt']);
  expect(fields({}, 'demo')).toBeUndefined();
  expect(fields({ endsAt: '2026-12-01T00:00' })).toBeUndefined();
  expect(fields({ endsAt: '2026-12-01T00:00', neutralText: 'Last chance' })).toEqual(['neutralText']);
});
