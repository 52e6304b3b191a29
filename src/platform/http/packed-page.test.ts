import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { packedPage } from './packed-page.server.ts';

const text = '<p>Ada Rose, 1 Burnside Street</p>'.repeat(100);
const page = new TextEncoder().encode(text);
const packed = (headers: Record<string, string>) => packedPage(page, new Headers(headers));

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])(
  'a browser that takes %s gets the page of one visitor as %s, a tenth as long',
  async (accepted, encoding, unpack) => {
    const { body, headers } = await packed({ 'accept-encoding': accepted, 'sec-fetch-site': 'same-origin' });
    expect(headers).toEqual({ vary: 'accept-encoding, sec-fetch-site', 'content-encoding': encoding });
    expect(unpack(body).toString()).toBe(text);
    expect(body.length).toBeLessThan(text.length / 10);
  },
);

test.each<Record<string, string>>([{}, { 'accept-encoding': 'identity' }])(
  'without an encoding that it takes (%o) it is sent as it is',
  async (asked) => {
    const { body, headers } = await packed(asked);
    expect([body, headers]).toEqual([page, { vary: 'accept-encoding, sec-fetch-site' }]);
  },
);

test('data of 1,000 bytes, which a packet holds, goes as it is', async () => {
  const { headers } = await packedPage(page.slice(0, 1_000), new Headers({ 'accept-encoding': 'br' }));
  expect(headers).toEqual({ vary: 'accept-encoding, sec-fetch-site' });
});

test.each(['cross-site', 'same-site'])(
  'how long the page is that another site (%s) makes a browser ask for says nothing about what repeats in it',
  async (site) => {
    const { body } = await packed({ 'accept-encoding': 'br', 'sec-fetch-site': site });
    expect(body).toHaveLength(text.length);
  },
);

test.each(['none', 'same-origin', undefined])(
  'typed, from a bookmark or by a link of the shop (%s) it is compressed',
  async (site) => {
    const { headers } = await packed({
      'accept-encoding': 'br',
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    });
    expect(headers['content-encoding']).toBe('br');
  },
);
