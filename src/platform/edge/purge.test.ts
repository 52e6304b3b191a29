import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Edge } from '../env/settings.server.ts';
import { purge } from './purge.server.ts';

type Received = { call: string; token: string | undefined; key: string | undefined; body: string };

let received: Received[] = [];
let status = 200;
const cache = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { authorization, 'fastly-key': fastly, 'surrogate-key': key } = request.headers;
    const token = authorization ?? fastly?.toString();
    const body = Buffer.concat(parts).toString();
    received.push({ call: `${request.method} ${request.url}`, token, key: key?.toString(), body });
    response.writeHead(status).end();
  });
});
let url = '';
beforeAll(async () => {
  await once(cache.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}`;
});
afterAll(() => {
  cache.close();
  cache.closeAllConnections();
});
beforeEach(() => {
  received = [];
  status = 200;
});

const token = 'a token of sixteen letters';
const pages = { key: 'pages', addresses: ['/', '/product'] };
const edge = (kind: Edge['kind'], ...paths: string[]): Edge => ({ kind, urls: paths.map((path) => url + path), token });

test('Varnish receives each address, with its token', async () => {
  await purge(edge('varnish', ''), pages);
  const bearer = { token: `Bearer ${token}`, key: undefined, body: '' };
  expect(received.toSorted((a, b) => a.call.localeCompare(b.call))).toEqual([
    { call: 'PURGE /', ...bearer },
    { call: 'PURGE /product', ...bearer },
  ]);
});

test('Fastly receives the key of the pages', async () => {
  await purge(edge('fastly', '/service/abc/purge'), pages);
  expect(received).toEqual([{ call: 'POST /service/abc/purge', token, key: 'pages', body: '' }]);
});

test('Cloudflare receives the tag of the pages', async () => {
  await purge(edge('cloudflare', '/client/v4/zones/abc/purge_cache'), pages);
  const body = JSON.stringify({ tags: ['pages'] });
  const call = 'POST /client/v4/zones/abc/purge_cache';
  expect(received).toEqual([{ call, token: `Bearer ${token}`, key: undefined, body }]);
});

test('a failing cache does not stop the purge of the others, and its error names no token', async () => {
  const away: Edge = { kind: 'varnish', urls: ['http://127.0.0.1:1', url], token };
  await expect(purge(away, pages)).rejects.toMatchObject({ message: 'The edge cache 127.0.0.1:1 does not answer' });
  expect(received).toHaveLength(2);
  status = 403;
  await expect(purge(edge('fastly', '/purge'), pages)).rejects.toMatchObject({ status: 403 });
});
