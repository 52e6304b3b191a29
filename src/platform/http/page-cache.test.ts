import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  createPageCache,
  cachedPageResponse,
  sendCached,
  sharedHeaders,
  type CachedPage,
} from './page-cache.server.ts';

const html = '<!DOCTYPE html><title>Kept</title><p>1 minute a day</p>';
const cache = createPageCache();
const server = createServer((request, response) => {
  if (!sendCached(cache, request, response)) response.writeHead(501).end();
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await cache.insert('/', { html, headers: { 'content-type': 'text/html' }, since: cache.generation() });
});
afterAll(() => server.close());

type Got = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer };

function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((done) => {
    const request = get({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.end();
  });
}

describe('a cached page', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['gzip;q=0, br; q=0.000', undefined, (bytes: Buffer) => bytes],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('is sent to a browser that accepts %s as %s', async (accepted, encoding, opened) => {
    const { status, headers, body } = await ask('/', { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html', vary: 'accept-encoding' });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(opened(body).toString()).toBe(html);
  });

  test('is answered with 304 if the browser has it already', async () => {
    const { headers } = await ask('/');
    const again = await ask('/', { 'if-none-match': headers.etag, 'accept-encoding': 'br' });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['*', 304],
    ['"of-before", TAG', 304],
    ['W/"of-before"', 200],
  ])('is compared with If-None-Match: %s, and the answer is %i', async (ifNoneMatch, status) => {
    const { headers } = await ask('/');
    const again = await ask('/', { 'if-none-match': ifNoneMatch.replace('TAG', headers.etag ?? '') });
    expect(again.status).toBe(status);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const { headers, status, body } = await ask('/', {}, 'HEAD');
    expect([status, headers.etag, body.length]).toEqual([200, (await ask('/')).headers.etag, 0]);
  });

  test.each([
    ['another address', '/product', 'GET'],
    ['the same address with a question', '/?cart=open', 'GET'],
    ['a form that is posted', '/', 'POST'],
  ])('is not used for %s', async (_name, path, method) => {
    expect((await ask(path, {}, method)).status).toBe(501);
  });
});

describe('a cache in front of the shop', () => {
  const headers = { ...sharedHeaders };
  const cacheControlOf = (page: CachedPage | undefined) =>
    page && cachedPageResponse(page, new Headers({ 'accept-encoding': 'br' })).headers.get('cache-control');

  test('may cache a page for a minute, within the max age of a page with dates', async () => {
    vi.useFakeTimers();
    const own = createPageCache();
    await own.insert('/', { html, headers, since: own.generation() });
    const [, seconds, more] =
      /s-maxage=(\d+), stale-while-revalidate=(\d+),/.exec(cacheControlOf(own.find('/')) ?? '') ?? [];
    vi.setSystemTime(Date.now() + (600 - Number(seconds) - Number(more)) * 1_000 - 1);
    expect(own.find('/')).toBeDefined();
    vi.setSystemTime(Date.now() + 1);
    expect(own.find('/')).toBeUndefined();
    vi.useRealTimers();
  });

  test('stores no page that is stale, was made from changed data, or is sent while the database is away', async () => {
    let isAway = false;
    const own = createPageCache(() => isAway);
    const since = own.generation();
    const insert = async () => cacheControlOf(await own.insert('/', { html, headers, since }));
    const notStored = 'no-cache, no-transform';
    expect(await insert()).toMatch(/^public/);
    isAway = true;
    expect([cacheControlOf(own.find('/')), await insert()]).toEqual([notStored, notStored]);
    isAway = false;
    own.clear();
    expect([cacheControlOf(own.findStale('/')), await insert()]).toEqual([notStored, notStored]);
  });
});

test('a page made from data that changed meanwhile is sent once, and again only while the database is away', async () => {
  let isAway = false;
  const own = createPageCache(() => isAway);
  const since = own.generation();
  own.clear();
  const page = await own.insert('/', { html, headers: {}, since });
  expect(await cachedPageResponse(page, new Headers()).text()).toBe(html);
  expect([own.find('/'), own.findStale('/')?.etag]).toEqual([undefined, page.etag]);
  isAway = true;
  expect(own.find('/')?.etag).toBe(page.etag);
});

test('a page made from older data does not replace one made from newer data', async () => {
  const own = createPageCache();
  const since = own.generation();
  own.clear();
  const newer = await own.insert('/', { html: '<title>New</title>', headers: {}, since: own.generation() });
  await own.insert('/', { html, headers: {}, since });
  expect(own.find('/')?.etag).toBe(newer.etag);
});

test('stale pages are found only while the database is away', async () => {
  let isAway = false;
  const own = createPageCache(() => isAway);
  await own.insert('/', { html, headers: {}, since: own.generation() });
  own.clear();
  expect([own.find('/'), own.findStale('/')?.etag]).toEqual([undefined, expect.any(String)]);
  isAway = true;
  expect(own.find('/')?.plain.body).toBeDefined();
  isAway = false;
  await own.insert('/', { html: '<title>New</title>', headers: {}, since: own.generation() });
  expect(Buffer.from(own.find('/')?.plain.body ?? []).toString()).toBe('<title>New</title>');
});
