import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { startShopServer, type ShopServer } from './shop-server.ts';
import { launchBrowser } from './shopper.ts';

/** A shop as it is out of the box and a browser, opened for the stories of the file that imports them and closed after them. */
export let shop: ShopServer;
export let browser: Browser;

beforeAll(async () => {
  shop = await startShopServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});
