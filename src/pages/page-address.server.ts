import { matchRoutes } from 'react-router';

import { pagePath } from '#shared/page-path.ts';

import { notFoundPage, table, type Page } from './page-table.ts';

const routes = table.map((page) => ({ id: page.path, path: page.path, page }));
const known = new Map<string, Page>(
  table.flatMap((page) => (page.addresses ?? [page.path]).map((address) => [address, page] as const)),
);

/**
 * Returns the page table entry of an address or of its data request.
 * Accepts any spelling of the address.
 */
export function pageOf(path: string): Page {
  const address = pagePath(path);
  const found = known.get(address);
  if (found !== undefined) return found;
  return matchRoutes(routes, { pathname: address })?.[0]?.route.page ?? notFoundPage;
}

/** File extensions of other shops' addresses, and punctuation that text editors add to a link. */
const foreignEnd = /(\/index)?\.(html?|php|aspx?)$|[.,;:!)\]"'\s/]+$/i;

/** Former addresses of pages, with the present ones. */
const movedPages: ReadonlyMap<string, string> = new Map([['/admin/letters', '/admin/automations']]);

/**
 * Returns the page that a misspelled or former address means. Null if it means none or is a page
 * itself. Repairs doubled and encoded slashes, endings such as
 * `.html` and `/index.php`, and punctuation after a link.
 * A data address always leads to its page, even to one that does not exist.
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
  address = movedPages.get(address) ?? address;
  return isData || (address !== path && pageOf(address) !== notFoundPage) ? address : null;
}

/**
 * Names an address in the metrics by its page's path.
 * Anything else is `other`, so visitors cannot add names.
 */
export function pageName(path: string): string {
  const { path: name } = pageOf(path);
  if (name !== notFoundPage.path) return name;
  return path.startsWith('/assets/') ? '/assets/*' : 'other';
}
