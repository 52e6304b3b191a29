import { existsSync } from 'node:fs';

import { describe, expect } from 'vitest';

import { initialAddresses } from '../support/page-addresses.ts';
import { testWithShop, type Uses } from './fixtures.ts';

const publicUrl = 'https://shop.example';

const test = testWithShop({ PUBLIC_URL: publicUrl });

const htmlOf = async ({ shop }: Uses<'shop'>, path: string) => (await fetch(shop.url + path)).text();

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '');
}

const named = (html: string, name: string) =>
  all(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'));

type Things = { '@graph': Record<string, unknown>[] };

/** Returns the structured data of a page by type. */
function thingsOn(html: string): Map<unknown, Record<string, unknown>> {
  const blocks = all(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  const things = blocks.flatMap((text) => (JSON.parse(text) as Things)['@graph']);
  return new Map(things.map((thing) => [thing['@type'], thing]));
}

describe.each(initialAddresses('indexed'))('%s', (path) => {
  test('has one title and one description that search results show in full', async ({ shop }) => {
    const html = await htmlOf({ shop }, path);
    const titles = all(html, /<title>([^<]*)<\/title>/g);
    expect(titles).toHaveLength(1);
    expect(titles[0]?.length).toBeLessThanOrEqual(65);
    const descriptions = named(html, 'description');
    expect(descriptions).toHaveLength(1);
    expect(descriptions[0]?.length).toBeGreaterThanOrEqual(50);
    expect(descriptions[0]?.length).toBeLessThanOrEqual(160);
  });

  test('names its canonical URL and may be indexed', async ({ shop }) => {
    const html = await htmlOf({ shop }, path);
    expect(all(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([publicUrl + path]);
    expect(named(html, 'og:url')).toEqual([publicUrl + path]);
    expect(named(html, 'robots')).toEqual([]);
    expect((await fetch(shop.url + path)).headers.get('x-robots-tag')).toBeNull();
  });

  test('has a picture and a text for messengers', async ({ shop }) => {
    const html = await htmlOf({ shop }, path);
    const [image = '', ...others] = named(html, 'og:image');
    expect(others).toEqual([]);
    expect(image.startsWith(`${publicUrl}/`)).toBe(true);
    expect(existsSync(`public${new URL(image).pathname}`)).toBe(true);
    expect([...named(html, 'og:image:width'), ...named(html, 'og:image:height')]).toEqual(['1200', '630']);
    expect(named(html, 'og:image:alt')[0]).not.toBe('');
    expect(named(html, 'og:site_name')).toEqual(['halorosa']);
    expect(named(html, 'twitter:card')).toEqual(['summary_large_image']);
    expect(named(html, 'og:title')).toEqual(all(html, /<title>([^<]*)<\/title>/g));
  });
});

test('the product states its price, stock and existing pictures, and no unearned rating', async ({ shop }) => {
  const things = thingsOn(await htmlOf({ shop }, '/product'));
  expect([...things.keys()]).toEqual(['Organization', 'Product', 'BreadcrumbList']);
  const product = things.get('Product');
  expect(product?.offers).toMatchObject({
    price: '59.00',
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    url: `${publicUrl}/product`,
  });
  const images = product?.image as string[];
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !existsSync(`public${new URL(image).pathname}`))).toEqual([]);
  expect(product).not.toHaveProperty('aggregateRating');
});

test('the home page identifies the shop', async ({ shop }) => {
  const things = thingsOn(await htmlOf({ shop }, '/'));
  expect(things.get('Organization')).toMatchObject({ name: 'halorosa', url: `${publicUrl}/` });
  expect(things.get('WebSite')).toMatchObject({ url: `${publicUrl}/` });
});

test('pages with structured data hydrate without a browser error', async ({ shopper: { page, problems } }) => {
  for (const path of ['/', '/product']) {
    await page.goto(path);
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  }
  expect(problems).toEqual([]);
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1);
});
