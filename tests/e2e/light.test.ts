import { readdirSync, readFileSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

const assets = 'build/client/assets';
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));

/** Words that only the named thing's code contains. */
const kept = [
  ['the schema library', /ZodError|_zod\b/],
  ['what is written for search engines', /MerchantReturnPolicy|BreadcrumbList/],
  ['the database', /drizzle|pg-boss/],
  ['what the router has and the shop does not use', /remix-router-transitions|within a data router/],
] as const;

test.each(kept)('%s is sent to no browser', (_name, trace) => {
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => trace.test(readFileSync(`${assets}/${name}`, 'utf8')))).toEqual([]);
});

test('a browser gets neither the search for routes, which is off, nor what each route imports', () => {
  const texts = scripts.map((name) => readFileSync(`${assets}/${name}`, 'utf8'));
  expect(texts.filter((text) => text.includes('react-router-manifest-version'))).toEqual([]);
  const lists = texts.filter((text) => text.startsWith('window.__reactRouterManifest='));
  expect(lists.map((text) => text.split('"imports":').length - 1)).toEqual([1]);
});

test('no part of a page brings the styles once more, which the page has: all of it would be styled anew', () => {
  const texts = scripts.map((name) => readFileSync(`${assets}/${name}`, 'utf8'));
  expect(texts.flatMap((text) => text.match(/"assets\/[^"]+\.css"/g) ?? [])).toEqual([]);
});

test('every page needs at most 101 KB as sent: React with the router, and the frame', () => {
  const needed = scripts.filter((name) => /^(react|frame|manifest)-/.test(name));
  const bytes = needed.map((name) => statSync(`${assets}/${name}.br`).size);
  expect(needed).toHaveLength(3);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(101_000);
});
