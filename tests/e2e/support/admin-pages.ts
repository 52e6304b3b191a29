import type { Browser, Page } from 'playwright-core';

import { owner, signInBy } from './sign-in.ts';
import { newShopper } from './browser-visitors.ts';

export const laptop = { width: 1280, height: 900 };

/** Headers of a request from the shop's own page. */
export const ownPage = (url: string) => ({ origin: url, 'sec-fetch-site': 'same-origin' });

/** Signs in the demo's admin on a separate device. */
export async function newAdmin(browser: Browser, url: string, viewport = laptop) {
  const admin = await newShopper(browser, url, viewport);
  await signInBy(admin.page.request, owner);
  return admin;
}

export const openAdmin = (page: Page, path: string) => page.goto(`/admin/${path}`);
