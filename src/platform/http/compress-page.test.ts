import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { packedPage } from './compress-page.server.ts';

const text = '<p>Ada Rose, 1 Burnside Street</p>'.repeat(100);
const page = new TextEncoder().encode(text);
const packed = (headers: Record<string, string>) => packedPage(page, new Headers(headers));

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('a browser that accepts %s gets its own page as %s, a tenth as long', async (accepted, encoding, unpack) => {
  const { body, headers } = await packed({ 'accept-encoding': accepted, 'sec-fetch-site': 'same-origin' });
  expect(headers).toEqual({ vary: 'accept-encoding, sec-fetch-site', 'content-encoding': encoding });
  expect(unpack(body).toString()).toBe(text);
  expect(body.length).toBeLessThan(text.length / 10);
});

test.each<Record<string, string>>([{}, { 'accept-encoding': 'identity' }])(
  'a page is sent uncompressed without an accepted encoding (%o)',
  async (requestHeaders) => {
    const { body, headers } = await packed(requestHeaders);
    expect([body, headers]).toEqual([page, { vary: 'accept-encoding, sec-fetch-site' }]);
  },
);

test('data of 1,000 bytes, which fits in a packet, is not compressed', async () => {
  const { headers } = await packedPage(page.slice(0, 1_000), new Headers({ 'accept-encoding': 'br' }));
  expect(headers).toEqual({ vary: 'accept-encoding, sec-fetch-site' });
});

test.each(['cross-site', 'same-site'])(
  'a request caused by another site (%s) is not compressed, so its length reveals no repeated text',
  async (site) => {
    const { body } = await packed({ 'accept-encoding': 'br', 'sec-fetch-site': site });
    expect(body).toHaveLength(text.length);
  },
);

test.each(['none', 'same-origin', undefined])(
  'a typed address, a bookmark or a link of the shop (%s) gets a compressed page',
  async (site) => {
    const { headers } = await packed({
      'accept-encoding': 'br',
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    });
    expect(headers['content-encoding']).toBe('br');
  },
);
