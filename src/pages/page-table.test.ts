import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';

import { initialAddresses } from '../../tests/support/page-addresses.ts';
import routes from '../routes.ts';
import { pageName, pageOf } from './page-address.server.ts';
import { notFoundPage, pathsWith, table } from './page-table.ts';

const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/**
 * True when a file is a page: it imports its route types,
 * or its loader or action is made by a page helper.
 */
function isPage(file: string): boolean {
  const types = `./+types/${basename(file).replace(/\.tsx?$/, '')}.ts`;
  const text = readFileSync(`src/pages/${file}`, 'utf8');
  return (
    text.includes(`'${types}'`) ||
    /^export const (loader|action) = (adminLoader|customerLoader|orderFile|formAction)\(/m.test(text)
  );
}

const layouts = new Set(['account/layout.tsx', 'admin/layout.tsx']);
/** Pages that read nothing and need no route types. */
const withoutTypes = new Set(['account/deleted.tsx', 'storefront/not-found.tsx']);

test('every page file is in the table once, and every file in the table exists', () => {
  const inTable = [...table, notFoundPage].map(({ file }) => file);
  expect(inTable.toSorted()).toEqual([...new Set(inTable)].toSorted());
  expect(inTable.filter((file) => !files.includes(file))).toEqual([]);
  const pages = files.filter((file) => isPage(file) && !layouts.has(file));
  expect(pages.filter((file) => !inTable.includes(file))).toEqual([]);
  expect(inTable.filter((file) => !pages.includes(file) && !withoutTypes.has(file))).toEqual([]);
});

type Found = { file: string; path: string };

function leaves(entries: RouteConfigEntry[], parent = ''): Found[] {
  return entries.flatMap(({ file, path = '', children }) =>
    children === undefined ? [{ file, path: `/${parent}${path}` }] : leaves(children, `${parent}${path}`),
  );
}

test('the router serves exactly the pages of the table, each at its address', () => {
  const routed = leaves(routes).map(({ file, path }) => `${path} ${file}`);
  const entries = [...table, notFoundPage].map(({ file, path }) => `${path} pages/${file}`);
  expect(routed.toSorted()).toEqual(entries.toSorted());
});

test('only public pages are cached, indexed, measured or interruptible', () => {
  const flags = ['indexed', 'cached', 'measured', 'interruptible'] as const;
  const isOpen = (path: string) => pageOf(path).audience === 'public';
  for (const flag of flags) expect(initialAddresses(flag).filter((path) => !isOpen(path))).toEqual([]);
  expect(pathsWith('measured').filter((path) => path === '/track' || path === '/quiz')).toEqual([]);
});

test.each([
  ['/unsubscribe/7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10', 'bearer'],
  ['/Unsubscribe/7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10/', 'bearer'],
  ['/resume/token', 'bearer'],
  ['/code/GLOW-1', 'bearer'],
  ['/pay/token', 'bearer'],
  ['/auth/reset', 'bearer'],
  ['/checkout', 'visitor'],
  ['/mailbox', 'visitor'],
  ['/account/orders/HR-1', 'customer'],
  ['/account/orders.data', 'customer'],
  ['/ADMIN/orders', 'admin'],
  ['/admin/orders/HR-1.data', 'admin'],
  ['/quiz', 'public'],
  ['/nowhere', 'visitor'],
])('%s has the audience %s and is neither measured nor interruptible', (path, audience) => {
  const page = pageOf(path);
  expect(page.audience).toBe(audience);
  expect([page.measured, page.interruptible]).toEqual([undefined, undefined]);
});

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/product', '/product'],
  ['/product.data', '/product'],
  ['/produc%74', '/product'],
  ['/admin/orders/HR-1', '/admin/orders/:number'],
  ['/blog/anything', '/blog/:slug'],
  ['/assets/a.js', '/assets/*'],
  ['/whatever', 'other'],
  ['/%', 'other'],
  ['/*', 'other'],
])('%s is counted as %s', (path, expected) => {
  expect(pageName(path)).toBe(expected);
});

test('the table and the router match every address to the same page', () => {
  const flat = [...table, notFoundPage].map((page) => ({ id: page.path, path: page.path }));
  const addresses = table.map(({ path }) => path.replaceAll(/:\w+/g, 'any'));
  for (const address of [...addresses, '/nowhere', '/admin/nowhere', '/account/x/y/z']) {
    expect(pageOf(address).path).toBe(matchRoutes(flat, address)?.[0]?.route.path);
  }
});
