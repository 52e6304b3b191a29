import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';

import { pageRequest } from '#platform/http/page-context.server.ts';

import { openTestShop } from '../../../tests/support/shop.ts';
import { loader } from './about.tsx';

async function samplesIn(shopMode: 'demo' | 'live') {
  const shop = await openTestShop();
  const context = new RouterContextProvider();
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode } };
  const visitor = { ip: 'local', requestId: 'r', cartToken: null, user: null };
  context.set(pageRequest, { ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null });
  const request = new Request('http://localhost/about');
  const { samples } = loader({ context, request, params: {}, url: new URL(request.url), pattern: '/about' });
  await shop.close();
  return samples.map(({ figure }) => figure);
}

test('sample figures are shown only in a demo shop', async () => {
  expect(await samplesIn('demo')).toEqual(['2,800+', '4.9']);
  expect(await samplesIn('live')).toEqual([]);
});
