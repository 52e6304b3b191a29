import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

import { startShopServer, type ShopServer } from './shop-server.ts';
import { launchBrowser } from './browser-visitors.ts';

/** Shop and browser of the running test file. Files of one worker run one after the other. */
export let shop: ShopServer;
export let browser: Browser;

let launched: Browser | null = null;

/** Opens one browser for all files of a worker. Every visitor has a separate context. */
export function openBrowser(): void {
  beforeAll(async () => {
    if (launched?.isConnected() !== true) launched = await launchBrowser();
    browser = launched;
  });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
}

/** Starts a shop for this test file, with default settings except those given. */
export function openShop(settings: Record<string, string> = {}): void {
  openBrowser();
  beforeAll(async () => {
    shop = await startShopServer(settings);
  });
  afterAll(() => shop.stop());
}

/**
 * Uses the shop shared by all files that only read and fill their own carts. Tests that affect
 * others need `openShop`.
 */
export function openSharedShop(): { url: string } {
  openBrowser();
  return { url: inject('sharedShop') };
}
