import { matchRoutes } from 'react-router';

import { initialContent, publishedContent } from '#modules/content/content.server.ts';
import { listPublishedSlugs } from '#modules/content/content.queries.server.ts';
import { publishedPosts } from '#modules/content/posts.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { pagePath } from '#shared/page-path.ts';

import { addressesWith, notFoundPage, pathsWith, pageRoutes, type PageRoute } from './page-registry.ts';

const routes = pageRoutes.map((page) => ({ id: page.path, path: page.path, page }));
const known = new Map(pageRoutes.map((page) => [page.path, page]));

/**
 * Returns the page table entry of an address or of its data request.
 * Accepts any spelling of the address.
 */
export function pageOf(path: string): PageRoute {
  const address = pagePath(path);
  const found = known.get(address);
  if (found !== undefined) return found;
  return matchRoutes(routes, { pathname: address })?.[0]?.route.page ?? notFoundPage;
}

/**
 * Returns the one spelling of a page's address or of its data request's. Null if it is no page.
 * The router ignores case, trailing slashes and encoding. `validateUrl` decodes parameters.
 */
export function rightSpelling(path: string): string | null {
  const address = pagePath(path);
  const { path: pattern } = pageOf(address);
  if (pattern === notFoundPage.path) return null;
  const sent = address.split('/').filter((part) => part !== '');
  const parts = pattern
    .split('/')
    .slice(1)
    .map((part, index) => (part.startsWith(':') ? (sent[index] ?? '') : part));
  return `/${parts.join('/')}`;
}

const cachedPaths = pathsWith('cached').map((path) => path.replaceAll(/:\w+/g, '[a-z0-9-]+'));
const cachedPath = new RegExp(`^(?:${cachedPaths.join('|')})$`);

/** True for the exact address of a page that is cached if it is found. */
export const isCachedAddress = (path: string) => cachedPath.test(path);

/**
 * True when a URL requests the page that is the same for everyone: it has no parameter that the
 * page reads. Ads, emails and programs that look for faults add others.
 */
export function asksForAll(url: string): boolean {
  if (!url.includes('?')) return true;
  const { pathname, searchParams } = new URL(url);
  const { reads = [] } = pageOf(pathname);
  return reads.every((name) => !searchParams.has(name));
}

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
const foreignEnd = /(\/index)?\.(html?|php|aspx?)$|[.,;:!)\]>"'\s/]{1,24}$/i;

/** Endings that are removed one after another, as of `/product.html).` or `/product/index.php`. */
const maxForeignEnds = 4;

/** Punctuation after a link, as messages and mail programs add it. No record's address ends so. */
const strayEnd = /(?:[.,;:!)\]>"'\s]|%(?:20|22|27|29|2c|3a|3b|3e|5d)){1,24}$/i;

/** Longest run of such punctuation that is removed, in characters. */
const maxStrayEnd = 24;

const withoutStrayEnd = (text: string) => text.slice(0, -maxStrayEnd) + text.slice(-maxStrayEnd).replace(strayEnd, '');

/** Parameters of mailed and shared links. Their values never end with punctuation. */
const linkParameter = /^\??(?:token|code|buy|order|cart|utm_[a-z]+)=/;

/**
 * Returns the query of a link without punctuation that a message added. Searches of lists keep what
 * was typed.
 */
export const rightQuery = (search: string): string =>
  linkParameter.test(search.slice(search.lastIndexOf('&') + 1)) ? withoutStrayEnd(search) : search;

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
  const page = pageOf(path);
  const hasStrayEnd = page.path.includes(':') && withoutStrayEnd(path) !== path;
  if (!isData && page !== notFoundPage && !hasStrayEnd) return null;
  let address = decodeURIComponent(pagePath(path)).replaceAll(/[/\\]+/g, '/');
  for (let turn = 0; turn < maxForeignEnds; turn += 1) address = address.replace(foreignEnd, '');
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
