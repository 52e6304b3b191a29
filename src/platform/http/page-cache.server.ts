import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { isRead } from './read-after.server.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoded = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };
export type CachedPage = { madeAt: number; etag: string; plain: Encoded; br: Encoded; gzip: Encoded; isStale?: true };

type MadePage = { html: string | Buffer; headers: Record<string, string>; since: number };
type Made = { madeAt: number; since: number };

const most = 200;
/** How long a cache in front of the shop keeps a page, and how long it may show it while it asks for another, in seconds. */
const atEdge = { keeps: 60, whileAsking: 10 };
/** Pages tell dates that are counted from today: none is shown for longer than 10 minutes, by this process and then the edge. */
const longestMs = (10 * 60 - atEdge.keeps - atEdge.whileAsking) * 1000;
/** Every kept page bears this key: what changes one of them drops all of them. */
export const pagesKey = 'pages';

/** Asks proxies to change nothing in a page: React compares it with what it renders in the browser. */
export const unchanged = (lifetime: string) => `${lifetime}, no-transform`;

/** What a cache in front of the shop is told of a page that is the same for everyone; browsers ask each time. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  'cache-control': unchanged(
    `public, max-age=0, s-maxage=${atEdge.keeps}, stale-while-revalidate=${atEdge.whileAsking}, stale-if-error=86400`,
  ),
  'surrogate-key': pagesKey,
  'cache-tag': pagesKey,
};

async function compressed(html: string | Buffer, headers: Record<string, string>): Promise<CachedPage> {
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

/** A page out of date, which no other cache may keep. */
const asStale = (page: CachedPage): CachedPage => ({ ...page, isStale: true });

/** Finished public pages, compressed once; bounded, and stale together when the data behind them changes. */
export function createPageCache(isAway: () => boolean = () => false) {
  const pages = new Map<string, { page: CachedPage; since: number }>();
  let generation = 0;
  const isFresh = ({ madeAt, since }: Made) => since === generation && Date.now() - madeAt < longestMs;
  return {
    /** A page as it is now; while the database is away, as it was. */
    find(path: string) {
      const found = pages.get(path);
      if (found === undefined) return undefined;
      // What changed while the database is away is not heard of.
      if (isAway()) return asStale(found.page);
      return isFresh({ ...found, madeAt: found.page.madeAt }) ? found.page : undefined;
    },
    /** A page as it was last, for when it cannot be made anew. */
    findStale(path: string) {
      const found = pages.get(path);
      return found && asStale(found.page);
    },
    generation: () => generation,
    /** Whether what was made of the data of that generation may be shown still. */
    isFresh,
    /** Keeps a page; one whose data changed since `since`, a value of `generation`, only for when it cannot be made anew. */
    async insert(path: string, { html, headers, since }: MadePage) {
      const page = await compressed(html, headers);
      const kept = pages.get(path);
      const isNewest = kept === undefined ? pages.size < most : kept.since <= since;
      if (isNewest) pages.set(path, { page, since });
      return since === generation && !isAway() ? page : asStale(page);
    },
    clear() {
      generation += 1;
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

type Asked = { ifNoneMatch: string | undefined; acceptEncoding: string | undefined };
type Reply = { status: 200 | 304; headers: Record<string, string>; body: Encoded['body'] | null };

/** An encoding that is named to say that it is not taken. */
const refused = /(br|gzip)\s*;\s*q=0(\.0*)?\s*(?=,|$)/g;

/** The best encoding of those that a browser takes. */
export function bestEncoding(accepted: string): 'br' | 'gzip' | 'plain' {
  const taken = accepted.replaceAll(refused, '');
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'plain';
}

/** Whether If-None-Match names the tag, as https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match says: weakly, in a list, or by *. */
function matches(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(opaque).includes(opaque(etag));
}

/** What answers for a cached page: not modified, or the page in the best encoding that the browser takes. */
function replyOf(page: CachedPage, { ifNoneMatch, acceptEncoding = '' }: Asked): Reply {
  const best = page[bestEncoding(acceptEncoding)];
  const said = page.isStale === true ? { ...best.headers, 'cache-control': unchanged('no-cache') } : best.headers;
  const isKnown = ifNoneMatch !== undefined && matches(ifNoneMatch, page.etag);
  if (!isKnown) return { status: 200, headers: said, body: best.body };
  const { 'content-length': _none, 'content-encoding': _nor, ...headers } = said;
  return { status: 304, headers, body: null };
}

const { 'cache-control': _shared, ...keys } = sharedHeaders;
const ofOwnAddress = ['etag', ...Object.keys(keys)];

/** The answer for a kept page. At an address with something added (`isOwn`) it is nobody else's: no cache keeps it. */
export function pageAnswer(page: CachedPage, request: Headers, isOwn = false): Response {
  const acceptEncoding = request.get('accept-encoding') ?? undefined;
  const ifNoneMatch = isOwn ? undefined : (request.get('if-none-match') ?? undefined);
  const { body, status, headers } = replyOf(page, { ifNoneMatch, acceptEncoding });
  const answer = new Response(body, { status, headers });
  if (!isOwn) return answer;
  answer.headers.set('cache-control', unchanged('no-store'));
  for (const name of ofOwnAddress) answer.headers.delete(name);
  return answer;
}

/** Sends a page that is kept straight from memory, as files are sent; false when there is none for this request. */
export function sendCached(cache: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const page = isRead(request.method ?? '') ? cache.find(request.url ?? '') : undefined;
  if (page === undefined) return false;
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  const { status, headers, body } = replyOf(page, { ifNoneMatch, acceptEncoding: acceptEncoding?.toString() });
  response.writeHead(status, headers);
  response.end(body);
  return true;
}
