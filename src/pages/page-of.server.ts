import { matchRoutes } from 'react-router';

import { pagePath } from '#shared/page-path.ts';

import { notFoundPage, table, type Page } from './table.ts';

const routes = table.map((page) => ({ id: page.path, path: page.path, page }));
const known = new Map<string, Page>(
  table.flatMap((page) => (page.addresses ?? [page.path]).map((address) => [address, page] as const)),
);

/** The entry of the page table behind an address, or behind the one at which the router asks for its data; any spelling of it. */
export function pageOf(path: string): Page {
  const address = pagePath(path);
  const found = known.get(address);
  if (found !== undefined) return found;
  return matchRoutes(routes, { pathname: address })?.[0]?.route.page ?? notFoundPage;
}

/** Endings that other shops' addresses have, and signs that a text editor adds to a link. */
const foreignEnd = /(\/index)?\.(html?|php|aspx?)$|[.,;:!)\]"'\s/]+$/i;

/**
 * Returns the page that a misspelled address means, or null if it means none or is a page itself. Repairs doubled
 * and encoded slashes, endings such as `.html` and `/index.php`, and signs after a link. An address of a page's data
 * always leads to the page, also to one that does not exist.
 */
export function rightAddress(path: string): string | null {
  const isData = path !== pagePath(path);
  if (!isData && pageOf(path) !== notFoundPage) return null;
  let address = decodeURIComponent(pagePath(path)).replaceAll(/[/\\]+/g, '/');
  for (let before = ''; before !== address;) {
    before = address;
    address = address.replace(foreignEnd, '');
  }
  address = encodeURI(address === '' || address === '/index' ? '/' : address);
  return isData || (address !== path && pageOf(address) !== notFoundPage) ? address : null;
}

/** Names an address in the metrics by its page's path, and everything that is no page `other`: visitors cannot add names. */
export function pageName(path: string): string {
  const { path: name } = pageOf(path);
  if (name !== notFoundPage.path) return name;
  return path.startsWith('/assets/') ? '/assets/*' : 'other';
}
