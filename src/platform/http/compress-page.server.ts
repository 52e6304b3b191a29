import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { bestEncoding } from './page-cache.server.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Fast settings. They shrink a 39 KB checkout to 9.0 and 8.8 KB. One more brotli level takes twice
 * the time and saves 0.4 KB.
 */
const quick = { brotli: { [constants.BROTLI_PARAM_QUALITY]: 3 }, gzip: { level: 4 } };

/** Max size of a page that fits in one packet uncompressed, in bytes. */
const fewBytes = 1_000;

/**
 * Values of `Sec-Fetch-Site` for requests that another site caused. Requests without the header
 * were caused by no site, or come from a browser older than 2023.
 */
const elsewhere = new Set(['cross-site', 'same-site']);

type Packed = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/**
 * Compresses a visitor's own page or its data if the browser accepts that. Responses to requests
 * that another site caused are not compressed.
 * Otherwise a BREACH attack could learn a page's secrets from its compressed size: another site
 * makes the browser repeat requests with guesses in the address (such as a search term) that appear
 * beside the secret.
 */
export async function packedPage(page: Uint8Array<ArrayBuffer>, request: Headers): Promise<Packed> {
  const vary = 'accept-encoding, sec-fetch-site';
  const isOwnWish = !elsewhere.has(request.get('sec-fetch-site') ?? '');
  const isPacked = isOwnWish && page.length > fewBytes;
  const encoding = isPacked ? bestEncoding(request.get('accept-encoding') ?? '') : 'plain';
  if (encoding === 'plain') return { body: page, headers: { vary } };
  const params = { ...quick.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: page.length };
  const bytes = encoding === 'br' ? await brotli(page, { params }) : await gzipped(page, quick.gzip);
  return { body: bytes, headers: { vary, 'content-encoding': encoding } };
}
