import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { isSafeMethod } from './routes.server.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoded = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };
export type CachedPage = { madeAt: number; etag: string; plain: Encoded; br: Encoded; gzip: Encoded; isStale?: true };

type MadePage = { html: string | Uint8Array; headers: Record<string, string>; since: number };
type Made = { madeAt: number; since: number };

const most = 200;
/**
 * Cache lifetimes of a page in the edge cache, in seconds: fresh, then stale while it revalidates.
 */
const atEdge = { keeps: 60, whileAsking: 10 };
/**
 * Max age in this process, in milliseconds. Pages show dates relative to today, so none is shown
 * for longer than 10 minutes, here and at the edge together.
 */
const longestMs = (10 * 60 - atEdge.keeps - atEdge.whileAsking) * 1000;
/** Surrogate key of every cached page. A change of one of them drops all of them. */
export const pagesKey = 'pages';

/**
 * Forbids proxies to transform a page, because React compares it with what it renders in the
 * browser.
 */
export const noTransform = (lifetime: string) => `${lifetime}, no-transform`;

/** Cache headers of a page that is the same for everyone. Browsers revalidate it each time. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  'cache-control': noTransform(
    `public, max-age=0, s-maxage=${atEdge.keeps}, stale-while-revalidate=${atEdge.whileAsking}, stale-if-error=86400`,
  ),
  'surrogate-key': pagesKey,
  'cache-tag': pagesKey,
};

async function compressed(html: string | Uint8Array, headers: Record<string, string>): Promise<CachedPage> {
  const plain = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const encoded = (bytes: Buffer, encoding: Record<string, string> = {}): Encoded => {
    const length = { 'content-length': String(bytes.length) };
    const all = { ...headers, etag, vary: 'accept-encoding', ...encoding, ...length };
    return { headers: all, body: new Uint8Array(bytes) };
  };
  const br = await brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  const zipped = await gzipped(plain, { level: 9 });
  return {
    madeAt: Date.now(),
    etag,
    plain: encoded(plain),
    br: encoded(br, { 'content-encoding': 'br' }),
    gzip: encoded(zipped, { 'content-encoding': 'gzip' }),
  };
}

/** Marks a page as stale; no other cache may store it. */
const asStale = (page: CachedPage): CachedPage => ({ ...page, isStale: true });

/**
 * Caches finished public pages, compressed once. Bounded; all turn stale together when the data
 * behind them changes.
 */
export function createPageCache(isAway: () => boolean = () => false) {
  const pages = new Map<string, { page: CachedPage; since: number }>();
  let generation = 0;
  const isFresh = ({ madeAt, since }: Made) => since === generation && Date.now() - madeAt < longestMs;
  return {
    /** Returns a fresh page. While the database is away, also a stale one. */
    find(path: string) {
      const found = pages.get(path);
      if (found === undefined) return undefined;
      // Changes made while the database is away do not reach this process.
      if (isAway()) return asStale(found.page);
      return isFresh({ ...found, madeAt: found.page.madeAt }) ? found.page : undefined;
    },
    /** Returns the last version of a page, for when it cannot be rendered. */
    findStale(path: string) {
      const found = pages.get(path);
      return found && asStale(found.page);
    },
    generation: () => generation,
    /** True when content made from that generation's data may still be shown. */
    isFresh,
    /**
     * Caches a page. If its data changed since `since` (a value of `generation`), it serves only as
     * a stale fallback.
     */
    async insert(path: string, { html, headers, since }: MadePage) {
      const page = await compressed(html, headers);
      const cached = pages.get(path);
      const isNewest = cached === undefined ? pages.size < most : cached.since <= since;
      if (isNewest) pages.set(path, { page, since });
      return since === generation && !isAway() ? page : asStale(page);
    },
    clear() {
      generation += 1;
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

type Wishes = { ifNoneMatch: string | undefined; acceptEncoding: string | undefined };
type Reply = { status: 200 | 304; headers: Record<string, string>; body: Encoded['body'] | null };

/** Matches an encoding that is listed only to refuse it (q=0). */
const refused = /(br|gzip)\s*;\s*q=0(\.0*)?\s*(?=,|$)/g;

/** Returns the best encoding that a browser accepts. */
export function bestEncoding(accepted: string): 'br' | 'gzip' | 'plain' {
  const taken = accepted.replaceAll(refused, '');
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'plain';
}

/**
 * True when If-None-Match names the tag: compared weakly, in a list, or by `*`.
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
function matches(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(opaque).includes(opaque(etag));
}

/**
 * Returns the reply for a cached page: 304, or the page in the best encoding that the browser
 * accepts.
 */
function replyOf(page: CachedPage, { ifNoneMatch, acceptEncoding = '' }: Wishes): Reply {
  const best = page[bestEncoding(acceptEncoding)];
  const ownHeaders =
    page.isStale === true ? { ...best.headers, 'cache-control': noTransform('no-cache') } : best.headers;
  const isKnown = ifNoneMatch !== undefined && matches(ifNoneMatch, page.etag);
  if (!isKnown) return { status: 200, headers: ownHeaders, body: best.body };
  const { 'content-length': _none, 'content-encoding': _nor, ...headers } = ownHeaders;
  return { status: 304, headers, body: null };
}

const { 'cache-control': _shared, ...keys } = sharedHeaders;
const ofOwnAddress = ['etag', ...Object.keys(keys)];

/**
 * Returns the response for a cached page. If the address has an addition of its own (`isOwn`), no
 * cache may store it.
 */
export function cachedPageResponse(page: CachedPage, request: Headers, isOwn = false): Response {
  const acceptEncoding = request.get('accept-encoding') ?? undefined;
  const ifNoneMatch = isOwn ? undefined : (request.get('if-none-match') ?? undefined);
  const { body, status, headers } = replyOf(page, { ifNoneMatch, acceptEncoding });
  const answer = new Response(body, { status, headers });
  if (!isOwn) return answer;
  answer.headers.set('cache-control', noTransform('no-store'));
  for (const name of ofOwnAddress) answer.headers.delete(name);
  return answer;
}

/**
 * Sends a cached page straight from memory, like a static file. Returns false if there is none for
 * this request.
 */
export function sendCached(cache: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const page = isSafeMethod(request.method ?? '') ? cache.find(request.url ?? '') : undefined;
  if (page === undefined) return false;
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  const { status, headers, body } = replyOf(page, { ifNoneMatch, acceptEncoding: acceptEncoding?.toString() });
  response.writeHead(status, headers);
  response.end(body);
  return true;
}
