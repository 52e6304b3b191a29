import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { pageRoutes } from '../../src/pages/page-registry.ts';
import { test } from './fixtures.ts';
import { fillCart, holdScripts, isInteractive, payButton, phone } from './support/browser-visitors.ts';
import { translate } from './support/browser-translation.ts';

/** Pages that need an order, a cart or a link. Their stories are elsewhere. */
const isElsewhere = (path: string) => /[:.]|^\/checkout|deleted/.test(path);

const paths = pageRoutes
  .filter(({ path, audience }) => (audience === 'public' || audience === 'visitor') && !isElsewhere(path))
  .map(({ path }) => path);

/**
 * Changes that extensions, translations, proxies and blockers make to a page between its arrival
 * and hydration. Each runs in the page.
 */
const alterations: [name: string, alter: (page: Page) => Promise<unknown>][] = [
  ['a translation', translate],
  [
    'another first text in every part',
    (page) =>
      page.evaluate(() => {
        for (const part of document.querySelectorAll('header, main, main section, footer')) {
          const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
          const text = walk.nextNode();
          if (text !== null) text.textContent = `${text.textContent} (decoded)`;
        }
      }),
  ],
  [
    'another text near its end',
    (page) =>
      page.evaluate(() => {
        const last = [...document.querySelectorAll('main p, main h2')].at(-1);
        if (last !== undefined) last.textContent = `${last.textContent} (traduit)`;
      }),
  ],
  [
    'a letter replaced by a picture',
    (page) =>
      page.evaluate(() => {
        for (const text of document.querySelectorAll('main p, main h1')) {
          const picture = document.createElement('img');
          picture.alt = '✓';
          text.lastChild?.replaceWith(picture);
        }
      }),
  ],
  [
    'attributes on every element',
    (page) =>
      page.evaluate(() => {
        for (const element of document.querySelectorAll('html, body, body *')) {
          element.setAttribute('data-extension', '1');
          if (element instanceof HTMLElement) element.style.setProperty('--extension', '1');
        }
      }),
  ],
  [
    'nodes in head, body and every section',
    (page) =>
      page.evaluate(() => {
        document.head.prepend(document.createElement('link'));
        document.head.append(document.createElement('meta'));
        for (const place of document.querySelectorAll('body, header, main, main section, main form, main div')) {
          place.prepend(document.createElement('extension-part'));
          place.append(document.createElement('extension-part'));
        }
      }),
  ],
  [
    'elements removed',
    (page) =>
      page.evaluate(() => {
        for (const part of document.querySelectorAll('aside, main, main section'))
          part.querySelector('p, li, picture')?.remove();
      }),
  ],
  [
    'whole sections removed',
    (page) =>
      page.evaluate(() => {
        for (const section of [...document.querySelectorAll('main section')].slice(1, 4)) section.remove();
        document.querySelector('[data-later]')?.remove();
      }),
  ],
  [
    'no comments and no empty text',
    (page) =>
      page.evaluate(() => {
        const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_COMMENT);
        const comments: Node[] = [];
        while (walk.nextNode()) comments.push(walk.currentNode);
        for (const comment of comments) comment.parentNode?.removeChild(comment);
        document.body.normalize();
      }),
  ],
];

const whenIdle = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));

/** Returns the page's height, in pixels, and its headings. Does not use the page. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    headings: [...document.querySelectorAll('main :is(h1, h2, h3)')].map((heading) => heading.textContent),
  }));

/** React's reports that it rendered a changed page again. */
const isReport = (problem: string) => /React error #(418|423|425)/.test(problem);

/** Opens a page that is altered before hydration, and waits until it is interactive. */
async function openAltered(page: Page, path: string, alter: (page: Page) => Promise<unknown>): Promise<void> {
  const run = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
  await alter(page);
  run();
  await page.waitForFunction(isInteractive);
  await whenIdle(page);
  await page.unroute('**/assets/*.js');
}

type Shown = Awaited<ReturnType<typeof shown>>;

/** Pages as they are shown without an alteration, by path. */
const unaltered = new Map<string, Shown>();

async function unalteredPage(page: Page, path: string): Promise<Shown> {
  const known = unaltered.get(path);
  if (known !== undefined) return known;
  await page.goto(path);
  await whenIdle(page);
  const sent = await shown(page);
  unaltered.set(path, sent);
  return sent;
}

/** Polls what the page shows, because parts load in which something was removed. */
const lostFrom = async (page: Page, sent: Shown) => {
  const now = await shown(page);
  const missing = sent.headings.length - now.headings.length;
  const isWhole = Math.abs(now.height - sent.height) <= 0.03 * sent.height;
  return isWhole && missing === 0 ? [] : [`${missing} of its headings`, `${now.height} px instead of ${sent.height}`];
};

async function opensCart(page: Page): Promise<boolean> {
  const add = page.getByRole('main').getByRole('button', { name: /^Add to Cart/ });
  if ((await add.count()) > 0) await add.last().click();
  else await page.getByRole('button', { name: /^Open cart/ }).click();
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' });
  return cart.waitFor().then(
    () => true,
    () => false,
  );
}

test.for(alterations)(
  'a page with %s before hydration keeps its height, headings and buttons',
  { timeout: 300_000 },
  async ([_name, alter], { newShopper }) => {
    for (const path of paths) {
      const { page, problems, leave } = await newShopper(phone);
      const sent = await unalteredPage(page, path);
      await openAltered(page, path, alter);
      await expect.poll(() => lostFrom(page, sent), { message: path }).toEqual([]);
      expect(await opensCart(page), path).toBe(true);
      expect(
        problems.filter((problem) => !isReport(problem)),
        path,
      ).toEqual([]);
      await leave();
    }
  },
);

test.for(alterations)(
  'presses before hydration on a page with %s take effect',
  async ([_name, alter], { newShopper }) => {
    const { page } = await newShopper(phone);
    const run = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForLoadState('domcontentloaded');
    await alter(page);
    const play = page.locator('main button[aria-label="Play video"]:visible').first();
    const isThere = (await play.count()) > 0;
    if (isThere) await play.click();
    await page.locator('header button[aria-label^="Open cart"]').click();
    run();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
    if (isThere) await page.locator('main button[aria-label="Pause video"]').waitFor({ state: 'attached' });
  },
);

test.for(alterations)('a checkout with %s keeps its form', async ([_name, alter], { newShopper }) => {
  const { page } = await newShopper(phone);
  await fillCart(page.request);
  await page.goto('/checkout');
  await payButton(page).waitFor();
  const sent = await shown(page);
  await openAltered(page, '/checkout', alter);
  await payButton(page).waitFor();
  await expect.poll(() => lostFrom(page, sent)).toEqual([]);
  expect(await page.getByText('Checkout Error').count()).toBe(0);
});
