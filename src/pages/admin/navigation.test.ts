import { expect, test } from 'vitest';

import type { Role } from '#shared/roles.ts';

import { canOpenPage, pageRoutes, type AdminPath } from '../page-registry.ts';
import { labelAt, menuAt } from './navigation.ts';

/** Lines of the menu as shown at an address: entries, and indented the pages of the open one. */
const menu = (role: Role, path: string) =>
  menuAt(role, path).flatMap(({ label, isCurrent, pages }) => [
    isCurrent ? `> ${label}` : label,
    ...pages.map((page) => `${page.isCurrent ? '>' : ' '}  ${page.label}`),
  ]);

test('the menu has nine entries, and the open one lists its other pages', () => {
  expect(menu('admin', '/admin')).toEqual([
    '> Dashboard',
    'Orders',
    'Returns',
    'Customers',
    'Product',
    'Content',
    'Marketing',
    'Analytics',
    'Settings',
    'Handbook',
  ]);
  expect(menu('admin', '/admin/phone-orders/new').slice(0, 5)).toEqual([
    'Dashboard',
    'Orders',
    '   Shipping desk',
    '>  Phone orders',
    'Returns',
  ]);
  expect(menu('admin', '/admin/orders/HR-1').slice(1, 3)).toEqual(['> Orders', '   Shipping desk']);
  expect(menu('admin', '/admin/discounts').slice(6, 10)).toEqual([
    'Marketing',
    '>  Discounts',
    '   Subscribers',
    '   Automations',
  ]);
});

test('every page without parameters is at most one click below its entry', () => {
  const paths = pageRoutes
    .filter(({ audience, path }) => audience === 'admin' && !/[:.]/.test(path))
    .map(({ path }) => path);
  const unreachable = paths.filter((path) => {
    const open = menuAt('admin', path).filter(({ isOpen }) => isOpen);
    const links = open.flatMap(({ to, isCurrent, pages }) => [{ to, isCurrent }, ...pages]);
    return open.length !== 1 || !links.some(({ to, isCurrent }) => to === path && isCurrent) || labelAt(path) === null;
  });
  expect(paths).toHaveLength(30);
  expect(unreachable).toEqual([]);
});

test('a role sees the entries whose pages it opens, and an entry leads to the first of them', () => {
  const entries = (role: Role) => menuAt(role, '/admin').map(({ label, to }) => [label, to]);
  expect(entries('staff')).toEqual([
    ['Orders', '/admin/orders'],
    ['Returns', '/admin/returns'],
    ['Customers', '/admin/reviews'],
    ['Handbook', '/admin/handbook'],
  ]);
  expect(menu('staff', '/admin/messages/1')).toEqual([
    'Orders',
    'Returns',
    'Customers',
    '   Reviews',
    '>  Messages',
    'Handbook',
  ]);
  expect(entries('accountant')).toEqual([
    ['Orders', '/admin/orders'],
    ['Customers', '/admin/customers'],
    ['Analytics', '/admin/analytics'],
    ['Settings', '/admin/taxes'],
    ['Handbook', '/admin/handbook'],
  ]);
  expect(entries('customer')).toEqual([]);
  const links = (['staff', 'accountant'] as const).flatMap((role) =>
    pageRoutes.flatMap(({ path }) =>
      menuAt(role, path)
        .flatMap(({ to, pages }) => [to, ...pages.map((page) => page.to)])
        .map((to): [Role, AdminPath] => [role, to]),
    ),
  );
  expect(links.filter(([role, to]) => !canOpenPage(role, to))).toEqual([]);
});

test('an address outside the menu opens no entry and has no label', () => {
  expect(menuAt('admin', '/admin/nothing').some(({ isOpen }) => isOpen)).toBe(false);
  const labels = ['/admin/nothing', '/admin/orders/HR-1', '/admin/audit/'].map(labelAt);
  expect(labels).toEqual([null, null, 'Audit log']);
});
