import { expect } from 'vitest';
import { z } from 'zod';

import { claims } from '#content/claims.ts';
import { demoClaims } from '#content/demo-about.ts';
import { science } from '#content/science.ts';
import { lightRange } from '#modules/content/wavelength-range.ts';
import { seedShippingOptions } from '#content/catalog.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';
import { scienceSchema } from '#modules/content/science.schema.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { test, type OpenShop } from '../../../tests/support/shop-test.ts';
import { loader } from './science.tsx';

async function scienceIn(openShop: OpenShop, shopMode: 'demo' | 'live') {
  const shop = await openShop();
  await shop.ctx.db.insert(shippingOptions).values(seedShippingOptions);
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode } };
  const data = await loader(pageCall({ ...shop, ctx }, '/science', null));
  return data;
}

test('the science page lists every claim with its source, and those about samples only in a demo shop', async ({
  openShop,
}) => {
  const demo = await scienceIn(openShop, 'demo');
  expect(demo.claims.map(({ id }) => id)).toEqual([...claims, ...demoClaims].map(({ id }) => id));
  const live = await scienceIn(openShop, 'live');
  expect(live.claims.map(({ id }) => id)).toEqual(claims.map(({ id }) => id));
  expect(live.claims.some((claim) => 'figures' in claim)).toBe(false);
  expect(live.texts.end.text).toContain('return it free within 30 days');
});

test.each([
  ['630–680 nm', { from: 630, to: 680 }],
  ['400-700 nm', { from: 400, to: 700 }],
  ['680–630 nm', null],
  ['630–830 nm', null],
  ['red', null],
  ['', null],
])('the drawing of light reads the range “%s”', (text, range) => {
  expect(lightRange(text)).toEqual(range);
});

test('a range that cannot be drawn is refused in the editor, and its field keeps its label', () => {
  const ranged = (range: string) => scienceSchema.safeParse({ ...science, spectrum: { ...science.spectrum, range } });
  expect(ranged('').success).toBe(true);
  expect(ranged('630–830 nm').error?.issues.map(({ path }) => path.join('.'))).toEqual(['spectrum.range']);
  expect(JSON.stringify(z.toJSONSchema(scienceSchema))).toContain('Your light’s wavelengths, such as');
});
