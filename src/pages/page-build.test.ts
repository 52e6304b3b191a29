import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';

import shopRoutes from '../routes.ts';
import { buildOfPage } from './page-build.server.ts';
import { notFoundPage, table } from './page-table.ts';

type Entry = (typeof shopRoutes)[number];

const idOf = ({ file }: Entry) => file.replace(/\.tsx?$/, '');

/** Routes as in a build: by id, each with its parent's id. */
function built(entries: readonly Entry[], parentId = 'root'): [string, { id: string; parentId: string }][] {
  return entries.flatMap((entry) => [
    [idOf(entry), { id: idOf(entry), parentId }],
    ...built(entry.children ?? [], idOf(entry)),
  ]);
}

const routes = { root: { id: 'root' }, ...Object.fromEntries(built(shopRoutes)) };
const build = { routes, assets: { version: '1', routes } } as unknown as ServerBuild;

test.each([
  ['/', ['pages/storefront/home']],
  ['/account', ['pages/account/layout', 'pages/account/home']],
  ['/admin/orders.csv', ['pages/admin/layout', 'pages/admin/orders-csv']],
])('%s is rendered with its own routes and the not-found route', (path, own) => {
  const page = table.find((one) => one.path === path) ?? notFoundPage;
  const { routes: rendered, assets } = buildOfPage(build, page);
  const expected = ['root', ...own, 'pages/storefront/not-found'].toSorted();
  expect(Object.keys(rendered).toSorted()).toEqual(expected);
  expect(Object.keys(assets.routes).toSorted()).toEqual(expected);
  expect(assets.version).toBe('1');
});

test('no page has more than five routes', () => {
  for (const page of [...table, notFoundPage])
    expect(Object.keys(buildOfPage(build, page).routes).length).toBeLessThan(6);
});
