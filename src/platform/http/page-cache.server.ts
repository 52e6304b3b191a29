import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Body = Uint8Array<ArrayBuffer>;
export type CachedPage = { madeAt: number; headers: Record<string, string>; plain: Body; br: Body; gzip: Body };

export type PageCache = {
  find(path: string): CachedPage | undefined;
  /** Keeps a page unless the data changed since `since`, a value of `generation`. */
  insert(path: string, html: string, headers: Record<string, string>, since: number): Promise<CachedPage>;
  generation(): number;
  clear(): void;
};

const most = 200;
/** Pages tell dates that are counted from today: none is shown for longer than this. */
const longestMs = 10 * 60 * 1000;

async function compressed(html: string, headers: Record<string, string>): Promise<CachedPage> {
  const plain = new Uint8Array(Buffer.from(html));
  const br = new Uint8Array(await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { madeAt: Date.now(), headers: { ...headers, etag }, plain, br, gzip: new Uint8Array(await gzipped(plain)) };
}

/** Finished public pages, compressed once; bounded, and dropped together when the data behind them changes. */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
  let generation = 0;
  return {
    find(path) {
      const page = pages.get(path);
      if (page === undefined || Date.now() - page.madeAt < longestMs) return page;
      pages.delete(path);
      return undefined;
    },
    generation: () => generation,
    async insert(path, html, headers, since) {
      const page = await compressed(html, headers);
      if (since === generation && pages.size < most) pages.set(path, page);
      return page;
    },
    clear() {
      generation += 1;
      pages.clear();
    },
  };
}

/** The answer for a cached page: not modified, or in the best encoding that the browser takes. */
export function pageAnswer(page: CachedPage, request: Headers): Response {
  const headers = new Headers(page.headers);
  headers.set('vary', 'accept-encoding');
  if (request.get('if-none-match') === page.headers.etag) return new Response(null, { status: 304, headers });
  const accepted = request.get('accept-encoding') ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
  if (encoding === null) return new Response(page.plain, { headers });
  headers.set('content-encoding', encoding);
  return new Response(page[encoding], { headers });
}
