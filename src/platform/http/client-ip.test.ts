import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { addressRanges } from '../env/environment.ts';
import { clientIp, type Proxies } from './client-ip.server.ts';

const edges = addressRanges(['198.51.100.0/24', '2001:db8:e::/48']);
if (edges === null) throw new Error('the ranges of this test are malformed');
const noRanges = addressRanges([]) ?? edges;

type Sent = { forwarded?: string; named?: string; socket?: string };

/**
 * Returns the client's address as the shop sees it for a request with these headers, from `socket`
 * if given.
 */
async function seen(proxies: Proxies, { forwarded, named, socket }: Sent): Promise<string> {
  const app = new Hono();
  app.get('/', (c) => c.text(clientIp(c, proxies)));
  const headers = new Headers();
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded);
  if (named !== undefined) headers.set('cf-connecting-ip', named);
  const connection = socket === undefined ? {} : { incoming: { socket: { remoteAddress: socket } } };
  return (await app.request('/', { headers }, connection)).text();
}

const ownProxy = { trustProxy: true, trustedProxies: noRanges, clientIpHeader: null };

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52144', '203.0.113.7'],
  ['[2001:db8::7]:52144', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['', 'local'],
  [' , ', 'local'],
])('one proxy that sends X-Forwarded-For %j makes the client %s', async (forwarded, expected) => {
  expect(await seen(ownProxy, { forwarded })).toBe(expected);
});

const behindCdn = { ...ownProxy, trustedProxies: edges };

test.each([
  ['one edge', '203.0.113.7, 198.51.100.9', '203.0.113.7'],
  ['an edge and its shield', '203.0.113.7, 198.51.100.9, 198.51.100.200:443', '203.0.113.7'],
  ['an IPv6 edge', '2001:db8::7, 2001:db8:e::1', '2001:db8::7'],
  ['an edge as IPv4-mapped address', '203.0.113.7, ::ffff:198.51.100.9', '203.0.113.7'],
  ['a spoofed entry before the client', '192.0.2.1, 203.0.113.7, 198.51.100.9', '203.0.113.7'],
  ['a spoofed edge before the client', '192.0.2.1, 198.51.100.9, 203.0.113.7, 198.51.100.9', '203.0.113.7'],
  ['a visitor who avoids the CDN and spoofs an edge', '192.0.2.1, 198.51.100.9, 203.0.113.66', '203.0.113.66'],
  ['the CDN itself', '198.51.100.9', '198.51.100.9'],
  ['a malformed entry', 'not-an-address, 198.51.100.9', 'not-an-address'],
])('behind a CDN, %s (%s) makes the client %s', async (_case, forwarded, expected) => {
  expect(await seen(behindCdn, { forwarded })).toBe(expected);
});

const withHeader = { ...behindCdn, clientIpHeader: 'cf-connecting-ip' };

test.each([
  ['through an edge', { forwarded: '192.0.2.1, 198.51.100.9', named: '203.0.113.7' }, '203.0.113.7'],
  ['through an edge, IPv6', { forwarded: '198.51.100.9', named: '2001:db8::7' }, '2001:db8::7'],
  ['past the CDN', { forwarded: '203.0.113.66', named: '192.0.2.1' }, '203.0.113.66'],
  ['past the CDN with a spoofed edge', { forwarded: '198.51.100.9, 203.0.113.66', named: '192.0.2.1' }, '203.0.113.66'],
  ['through an edge, malformed', { forwarded: '203.0.113.7, 198.51.100.9', named: 'x, y' }, '203.0.113.7'],
  ['through an edge, absent', { forwarded: '203.0.113.7, 198.51.100.9' }, '203.0.113.7'],
])('the CDN’s own header %s makes the client %2$s', async (_case, sent, expected) => {
  expect(await seen(withHeader, sent)).toBe(expected);
});

const direct = { trustProxy: false, trustedProxies: edges, clientIpHeader: 'cf-connecting-ip' };

test.each([
  ['a visitor', { socket: '203.0.113.66', forwarded: '192.0.2.1', named: '192.0.2.1' }, '203.0.113.66'],
  ['an edge', { socket: '::ffff:198.51.100.9', forwarded: '192.0.2.1, 203.0.113.7' }, '203.0.113.7'],
  ['an edge with its header', { socket: '198.51.100.9', named: '203.0.113.7' }, '203.0.113.7'],
  ['an edge without headers', { socket: '198.51.100.9' }, '198.51.100.9'],
])('without a proxy of its own, a connection from %s makes the client %2$s', async (_case, sent, expected) => {
  expect(await seen(direct, sent)).toBe(expected);
});

test.each([
  [['10.0.0.0/33']],
  [['10.0.0.0/0']],
  [['10.0.0']],
  [['edge.example']],
  [['::1/129']],
  [['10.0.0.0/8/8']],
  [['10.0.0.0/x']],
])('the ranges %j are refused', (ranges) => {
  expect(addressRanges(ranges)).toBeNull();
});
