import { matchRoutes } from 'react-router';

import { initialContent, publishedContent } from '#modules/content/content.server.ts';
import { listPublishedSlugs } from '#modules/content/edit-content.server.ts';
import { publishedPosts } from '#modules/content/posts.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { pagePath } from '#shared/page-path.ts';

import { addressesWith, notFoundPage, pathsWith, table, type Page } from './page-table.ts';

const routes = table.map((page) => ({ id: page.path, path: page.path, page }));
const known = new Map(table.map((page) => [page.path, page]));

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

const cachedPaths = pathsWith('cached').map((path) => path.replaceAll(/:\w+/g, '[a-z0-9-]+'));
const cachedPath = new RegExp(`^(?:${cachedPaths.join('|')})$`);

/** True for the exact address of a page that is cached if it is found. */
export const isCachedAddress = (path: string) => cachedPath.test(path);

const slugsOf = (posts: readonly { slug: string }[]) => posts.map(({ slug }) => slug);

/** Returns the addresses of the pages with this flag, with every published post. */
export async function listedAddresses(ctx: Ctx, flag: 'indexed' | 'counted'): Promise<string[]> {
  const { blog } = await publishedContent(ctx);
  return addressesWith(flag, slugsOf(publishedPosts(blog)));
}

/** Returns the addresses that an edge may hold: of unpublished and removed posts too. */
export async function edgeAddresses(ctx: Ctx): Promise<string[]> {
  const slugs = [...slugsOf(initialContent().blog.posts), ...(await listPublishedSlugs(ctx.db))];
  return addressesWith('cached', [...new Set(slugs)]);
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
