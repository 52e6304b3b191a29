import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';

import { initialAddresses } from '../../tests/support/page-addresses.ts';
import routes from '../routes.ts';
import { asksForAll, pageName, pageOf, rightSpelling } from './page-lookup.server.ts';
import type { CallName } from '#modules/api-client.ts';

import { adminAction, formSuccess } from './forms/form-action.server.ts';
import { notFoundPage, page, pathsWith, pageRoutes } from './page-registry.ts';

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
    /^export const (loader|action) = (adminLoader|customerLoader|orderFile|formAction|adminAction)\(/m.test(text)
  );
}

const layouts = new Set(['account/layout.tsx', 'admin/layout.tsx']);
/** Pages that read nothing and need no route types. */
const withoutTypes = new Set(['account/deleted.tsx', 'storefront/not-found.tsx']);

test('every page file is in the table once, and every file in the table exists', () => {
  const inTable = [...pageRoutes, notFoundPage].map(({ file }) => file);
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
  const entries = [...pageRoutes, notFoundPage].map(({ file, path }) => `${path} pages/${file}`);
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

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/admin/orders.csv', '/admin/orders.csv'],
  ['/admin/orders.csv/', '/admin/orders.csv'],
  ['/admin/orders.csv//', '/admin/orders.csv'],
  ['/ADMIN/Orders.CSV', '/admin/orders.csv'],
  ['/admin/orders%2Ecsv', '/admin/orders.csv'],
  ['/%61dmin/orders.csv', '/admin/orders.csv'],
  ['/admin/orders.csv/_.data', '/admin/orders.csv'],
  ['/admin/orders.csv.data', '/admin/orders.csv'],
  ['/admin/orders/HR-AB/', '/admin/orders/HR-AB'],
  ['/admin/customers/a%40b.example', '/admin/customers/a%40b.example'],
  ['/admin/orders/a%2Fb', '/admin/orders/a%2Fb'],
  ['/admin/orders.csv;x', null],
  ['/nowhere', null],
  ['/%', null],
])('the one spelling of %s is %s', (path, spelling) => {
  expect(rightSpelling(path)).toBe(spelling);
});

test.each([
  ['/', true],
  ['/?x=1', true],
  ['/?utm_source=letter&gclid=1', true],
  ['/?sort=newest&page=2', true],
  ['/product?%00=1&x[]=1', true],
  ['/product?sort=newest', false],
  ['/product?x=1&cart=open', false],
  ['/reviews?x=1', true],
  ['/reviews?rate=5', false],
  ['/quiz?step=2&age=20s', false],
  ['/contact?order=HR-1', false],
  ['/contact?orders=HR-1', true],
])('%s shows the cached page: %s', (address, expected) => {
  expect(asksForAll(`http://shop.example${address}`)).toBe(expected);
});

test('only cached pages declare the query parameters that they read', () => {
  const declared = pageRoutes.filter(({ reads }) => reads !== undefined);
  expect(declared.map(({ path }) => path)).toEqual(['/product', '/quiz', '/reviews', '/contact']);
  expect(declared.every(({ cached }) => cached === true)).toBe(true);
});

test('the table and the router match every address to the same page', () => {
  const flat = [...pageRoutes, notFoundPage].map((page) => ({ id: page.path, path: page.path }));
  const addresses = pageRoutes.map(({ path }) => path.replaceAll(/:\w+/g, 'any'));
  for (const address of [...addresses, '/nowhere', '/admin/nowhere', '/account/x/y/z']) {
    expect(pageOf(address).path).toBe(matchRoutes(flat, address)?.[0]?.route.path);
  }
});

test('an admin page without roles and an unlisted page, form or call do not compile', () => {
  const confirm = async () => formSuccess('');
  const made = [
    // @ts-expect-error an admin page names its roles
    page('/admin/new', 'admin/new.tsx', { audience: 'admin' }),
    // @ts-expect-error an admin page is for the admin
    page('/admin/new', 'admin/new.tsx', { audience: 'public' }),
    // @ts-expect-error there is no such role
    page('/admin/new', 'admin/new.tsx', { audience: 'admin', roles: ['owner'] }),
    // @ts-expect-error the page is not in the table
    adminAction('/admin/forgotten', { confirm }),
    // @ts-expect-error the form has no roles in the table
    adminAction('/admin/launch', { confirm, take_back: confirm, forgotten: confirm }),
    // @ts-expect-error a form of the table is missing
    adminAction('/admin/launch', { confirm }),
    // @ts-expect-error calls without an entry
    { 'GET /session': 'shop' } satisfies Record<CallName, string>,
  ];
  expect(made).toHaveLength(7);
});

test('every action of an admin page lists its forms in the table', () => {
  const actions = files.filter((file) => file.startsWith('admin/') && !file.includes('.test.'));
  const unlisted = actions.filter((file) => /\bformAction\b/.test(readFileSync(`src/pages/${file}`, 'utf8')));
  expect(unlisted).toEqual([]);
});
