import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

import { startShopServer, type ShopServer } from './shop-server.ts';
import { launchBrowser } from './shopper.ts';

/** The shop and the browser of the stories of the file that runs; files of one worker run one after the other. */
export let shop: ShopServer;
export let browser: Browser;

let launched: Browser | null = null;

/** One browser serves all files of a worker, and ends with it; every visitor has a context of their own. */
export function openBrowser(): void {
  beforeAll(async () => {
    if (launched?.isConnected() !== true) launched = await launchBrowser();
    browser = launched;
  });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
}

/** A shop of its own, as it is out of the box but for these settings, for the stories of the file that calls it. */
export function openShop(settings: Record<string, string> = {}): void {
  openBrowser();
  beforeAll(async () => {
    shop = await startShopServer(settings);
  });
  afterAll(() => shop.stop());
}

/** The shop of all files whose stories only read and fill carts of their own: what a story changes for others needs `openShop`. */
export function openSharedShop(): { url: string } {
  openBrowser();
  return { url: inject('sharedShop') };
}
