import { beforeAll, expect, inject, test } from 'vitest';

import { initialAddresses } from '../support/page-addresses.ts';
import { crawl, type SitePage } from '../support/site-crawler.ts';

let pages: Map<string, SitePage>;
beforeAll(async () => {
  pages = await crawl(inject('sharedShop'));
});

const specified = [
  '/',
  '/product',
  '/quiz',
  '/science',
  '/reviews',
  '/track',
  '/about',
  '/contact',
  '/return-policy',
  '/privacy-policy',
  '/accessibility',
  '/terms-of-service',
  '/blog',
  '/auth',
];

test('the landing page leads to every storefront page, and no link is broken', () => {
  expect([...pages.keys()]).toEqual(expect.arrayContaining([...specified, ...initialAddresses('indexed')]));
  const broken = [...pages].filter(([, page]) => page.status >= 400).map(([path]) => path);
  expect(broken).toEqual([]);
});

test('every page has one main heading and a unique title', () => {
  const shown = [...pages].filter(([, page]) => page.status === 200);
  expect(shown.filter(([, page]) => page.headings.length !== 1).map(([path]) => path)).toEqual([]);
  const titles = shown.map(([, page]) => page.title);
  expect(new Set(titles).size).toBe(titles.length);
});

test('browsers render every page in standards mode', () => {
  const ofOld = [...pages].filter(([, page]) => page.status === 200 && !page.html.startsWith('<!DOCTYPE html>'));
  expect(ofOld.map(([path]) => path)).toEqual([]);
});

test('the demo shop says on every page that it is a demo', () => {
  const silent = [...pages].filter(
    ([, page]) => page.status === 200 && !page.text.includes('Demo store: sample reviews, activity and stock'),
  );
  expect(silent.map(([path]) => path)).toEqual([]);
});

test('gift cards and careers are announced without links', () => {
  const landing = pages.get('/');
  expect(landing?.text).toMatch(/Gift cards \(Coming soon\)/);
  expect(landing?.text).toMatch(/Careers \(Coming soon\)/);
  expect(landing?.html).not.toContain('href="#"');
});
