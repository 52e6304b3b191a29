import type { Browser, BrowserContextOptions } from 'playwright-core';
import { inject, test as base } from 'vitest';

import { newAdmin } from './support/admin-pages.ts';
import { guestAtPayment, launchBrowser, newShopper, newStranger } from './support/browser-visitors.ts';
import { startShopServer, type ShopServer } from './support/shop-server.ts';

/** One browser for all files of a worker. Every visitor has a separate context. */
let launched: Browser | null = null;

/** Opens a page of the shop as a browser without JavaScript shows it. */
async function newPlainPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { page, leave: () => context.close() };
}

type Open<Options extends unknown[], V> = (browser: Browser, url: string, ...options: Options) => Promise<V>;
type Opener<F> = F extends Open<infer Options, infer V> ? (...options: Options) => Promise<V> : never;
type Place = { browser: Browser; shop: { url: string } };
type OnCleanup = { onCleanup: (leaveAll: () => Promise<void>) => void };

/** Fixture that opens visitors of the story's shop. They leave at the story's end. */
export function visitors<Options extends unknown[], V extends { leave: () => Promise<unknown> }>(
  open: Open<Options, V>,
) {
  return ({ browser, shop }: Place, { onCleanup }: OnCleanup) => {
    const opened: V[] = [];
    onCleanup(async () => void (await Promise.all(opened.map(({ leave }) => leave()))));
    return async (...options: Options): Promise<V> => {
      const visitor = await open(browser, shop.url, ...options);
      opened.push(visitor);
      return visitor;
    };
  };
}

/**
 * Test on the shop that is shared by all files which only read and fill their own carts. Tests that
 * affect others use `testWithShop`.
 */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = launched?.isConnected() === true ? launched : await launchBrowser();
    launched = browser;
    onCleanup(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))));
    return browser;
  })
  .extend('shop', { scope: 'file' }, () => ({ url: inject('sharedShop') }))
  .extend('newStranger', visitors(newStranger))
  .extend('newShopper', visitors(newShopper))
  .extend('newAdmin', visitors(newAdmin))
  .extend('newPlainPage', visitors(newPlainPage))
  .extend('guestAtPayment', visitors(guestAtPayment))
  .extend('shopper', ({ newShopper: open }) => open());

/** Test on a shop of its file, with default settings except those given. */
export const testWithShop = (settings: Record<string, string> = {}) =>
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  test.extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = await startShopServer(settings);
    onCleanup(() => shop.stop());
    return shop;
  });

type Fixtures = {
  browser: Browser;
  shop: ShopServer;
  newStranger: Opener<typeof newStranger>;
  newShopper: Opener<typeof newShopper>;
  newAdmin: Opener<typeof newAdmin>;
  guestAtPayment: Opener<typeof guestAtPayment>;
};

/** Fixtures that a helper of a story needs. */
export type Uses<Name extends keyof Fixtures> = Pick<Fixtures, Name>;
