import { matchRoutes } from 'react-router';

import { pagePath } from '#shared/page-path.ts';

import { nowhere, table, type Page } from './table.ts';

const routes = table.map((page) => ({ id: page.path, path: page.path, page }));
const known = new Map<string, Page>(
  table.flatMap((page) => (page.addresses ?? [page.path]).map((address) => [address, page] as const)),
);

/** The entry of the page table behind an address, or behind the one at which the router asks for its data; any spelling of it. */
export function pageOf(path: string): Page {
  const address = pagePath(path);
  const found = known.get(address);
  if (found !== undefined) return found;
  return matchRoutes(routes, { pathname: address })?.[0]?.route.page ?? nowhere;
}

/** Names an address in the metrics by its page's path, and everything that is no page `other`: visitors cannot add names. */
export function pageName(path: string): string {
  const { path: name } = pageOf(path);
  if (name !== nowhere.path) return name;
  return path.startsWith('/assets/') ? '/assets/*' : 'other';
}
