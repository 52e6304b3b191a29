import { expect } from 'vitest';

import { about } from '#content/about.ts';
import { editSettings, settingsView } from '#modules/settings/shop-settings.server.ts';
import type { Seller } from '#modules/settings/shop-settings.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { test, type OpenShop } from '../../../tests/support/shop-test.ts';
import { loader } from './about.tsx';

const actor = { id: null, email: 'ada@example.com', requestId: 'r' };

async function aboutIn(openShop: OpenShop, shopMode: 'demo' | 'live', seller?: Seller) {
  const shop = await openShop();
  if (seller !== undefined) {
    const version = (await settingsView(shop.ctx.db)).versions.seller;
    await editSettings(shop.ctx, actor, { key: 'seller', version, value: seller });
  }
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode } };
  const data = await loader(pageCall({ ...shop, ctx }, '/about', null));
  return data;
}

test('sample figures, company and names are shown only in a demo shop', async ({ openShop }) => {
  const demo = await aboutIn(openShop, 'demo');
  expect(demo.samples.map(({ figure }) => figure)).toEqual(['2,800+', '4.9']);
  expect(demo.company.map(({ label }) => label)).toEqual(['Who', 'Where', 'Since']);
  expect(demo.names).toHaveLength(about.team.items.length);
  expect(demo.note).toContain('Sample');
  expect(await aboutIn(openShop, 'live')).toMatchObject({ samples: [], company: [], names: [], note: null });
});

test("a live shop's about page names its seller", async ({ openShop }) => {
  const { company } = await aboutIn(openShop, 'live', {
    legalName: 'Glow LLC',
    address: '1 Main Street\nAustin',
    taxNumbers: '',
  });
  expect(company).toEqual([{ label: 'Company', value: 'Glow LLC\n1 Main Street\nAustin' }]);
});

test('facts are filled in on the about page', async ({ openShop }) => {
  const { texts } = await aboutIn(openShop, 'live');
  expect(texts.impact.items[1]?.figure).toBe('30 days');
});
