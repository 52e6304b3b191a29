import { afterAll, beforeAll, expect, test } from 'vitest';

import { ownPage } from './support/admin-pages.ts';
import { startShopServer, type ShopServer } from './support/shop-server.ts';

const METRICS_TOKEN = 'a token of the monitoring';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer({ METRICS_TOKEN });
});
afterAll(() => shop.stop());

async function enter(path: string): Promise<number> {
  const body = new URLSearchParams({ form: 'in', email: 'mia@example.com', password: 'not-her-password' });
  return (await fetch(shop.url + path, { method: 'POST', headers: ownPage(shop.url), body })).status;
}

test('wrong passwords on the sign-in page are recorded for the owner, with and without JavaScript', async () => {
  expect([await enter('/auth'), await enter('/auth.data')]).toEqual([401, 401]);
  const metrics = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(await metrics.text()).toContain('shop_security_events_last_day{kind="sign_in_failed"} 2');
});
