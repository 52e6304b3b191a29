import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sourceOf } from './visit-source.ts';

test.each([
  [{ from: '' }, 'direct'],
  [{ from: 'https://www.search.example/find?q=mia' }, 'search.example'],
  [{ from: 'https://shop.example/product' }, null],
  [{ from: 'not an address' }, null],
  [{ from: 'https://telephone/' }, null],
  [{ from: 'https://search.example:8080/' }, 'search.example:8080'],
  [{}, null],
  [{ from: '', campaign: 'Spring-Sale' }, 'campaign: spring-sale'],
  [{ from: '', campaign: 'mia@example.com' }, 'direct'],
])('a page view with %j has the source %j', (seen, source) => {
  expect(sourceOf(seen, 'shop.example')).toBe(source);
});

test('any referrer and campaign give a short source without spaces', () => {
  const typed = fc.record({ from: fc.oneof(fc.webUrl(), fc.string()), campaign: fc.string() }, { requiredKeys: [] });
  fc.assert(
    fc.property(typed, (arrival) => {
      const source = sourceOf(arrival, 'shop.example');
      fc.pre(source !== null);
      expect(source).toMatch(/^(campaign: [\w.-]{1,40}|[\w.:[\]-]{1,80})$/);
    }),
  );
});
