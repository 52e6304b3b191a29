import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sourceOf, statedSource } from './visit-source.ts';

test.each([
  [{ from: '' }, 'direct'],
  [{ from: 'https://www.search.example/find?q=mia' }, 'search.example'],
  [{ from: 'https://shop.example/product' }, null],
  [{ from: 'not an address' }, null],
  [{}, null],
  [{ from: '', campaign: 'Spring-Sale' }, 'campaign: spring-sale'],
  [{ from: '', campaign: 'mia@example.com' }, 'direct'],
])('a page view with %j has the source %j', (seen, source) => {
  expect(sourceOf(seen, 'shop.example')).toBe(source);
});

test.each([
  ['direct', 'direct'],
  ['search.example', 'search.example'],
  ['search.example:8080', 'search.example:8080'],
  ['campaign: spring-sale', 'campaign: spring-sale'],
  ['telephone', null],
  ['shop.example', null],
  ['campaign: Spring', null],
  ['campaign: mia@example.com', null],
  [`campaign: ${'x'.repeat(41)}`, null],
  ['www.search.example', null],
  ['search.example/find?q=mia', null],
  ['mia@search.example', null],
  ['\u0089PNG\r\n\u001A\n', null],
  ['=cmd|x', null],
  ['=1+1', null],
  ['', null],
])('the stated source %j is recorded as %j', (stated, recorded) => {
  expect(statedSource(stated, 'shop.example')).toBe(recorded);
});

test('any referrer and campaign give a short source without spaces, which is accepted again', () => {
  const typed = fc.record({ from: fc.oneof(fc.webUrl(), fc.string()), campaign: fc.string() }, { requiredKeys: [] });
  fc.assert(
    fc.property(typed, (arrival) => {
      const source = sourceOf(arrival, 'shop.example');
      fc.pre(source !== null);
      expect(source).toMatch(/^(campaign: [\w.-]{1,40}|[\w.:[\]-]{1,80})$/);
      fc.pre(source.length < 80);
      expect(statedSource(source, 'shop.example')).toBe(source);
    }),
  );
});
