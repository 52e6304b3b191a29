import type { Browser, Page } from 'playwright-core';

import { owner, signInBy } from './account.ts';
import { newShopper } from './shopper.ts';

export const laptop = { width: 1280, height: 900 };

/** The headers of a call that comes from the shop's own page. */
export const ownPage = (url: string) => ({ origin: url, 'sec-fetch-site': 'same-origin' });

/** The demo's admin, signed in on a device of their own. */
export async function newAdmin(browser: Browser, url: string, viewport = laptop) {
  const admin = await newShopper(browser, url, viewport);
  await signInBy(admin.page.request, owner);
  return admin;
}

export const openAdmin = (page: Page, path: string) => page.goto(`/admin/${path}`);
