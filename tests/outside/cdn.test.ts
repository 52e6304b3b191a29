import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';

const edgeAddress = '198.51.100.9';

/**
 * A CDN's edge and the shop's own proxy. The edge appends the address of its client, which these
 * tests name in `x-test-client`, and the proxy appends the address of the edge.
 */
async function startEdge(shopPort: number) {
  const server: Server = createServer((incoming, outgoing) => {
    const { 'x-test-client': client = '', 'x-forwarded-for': sent, ...others } = incoming.headers;
    const chain = [...(sent === undefined ? [] : [sent]), client, edgeAddress].join(', ');
    const headers = { ...others, 'x-forwarded-for': chain };
    const { method, url: path } = incoming;
    const onward = request({ port: shopPort, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  // A connection closed as idle while the client sends its next request would fail that request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

let postgres: OutsidePostgres;
let shop: OutsideShop;
let edge: Awaited<ReturnType<typeof startEdge>>;
beforeAll(async () => {
  postgres = await startOutsidePostgres();
  const settings = { TRUST_PROXY: 'true', TRUSTED_PROXIES: '198.51.100.0/24', PUBLIC_URL: 'http://127.0.0.1' };
  shop = await startOutsideShop({ databaseUrl: postgres.url, settings });
  edge = await startEdge(shop.port);
});
afterAll(async () => {
  edge.stop();
  await shop.stop();
  await postgres.stop();
});

const attempts = 40;

/** Failed sign-ins to accounts of their own; returns how often each status was answered. */
async function failedSignIns(headersOf: (turn: number) => Record<string, string>): Promise<Record<number, number>> {
  const turns = Array.from({ length: attempts }, (_, index) => index + 1);
  const statuses = await Promise.all(
    turns.map(async (turn) => {
      const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1', ...headersOf(turn) };
      const body = JSON.stringify({ email: `shopper${turn}@example.com`, password: 'a wrong password 17' });
      return (await fetch(`${edge.url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status;
    }),
  );
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]),
  );
}

test('forty shoppers behind one CDN edge are not limited by each other', async () => {
  expect(await failedSignIns((turn) => ({ 'x-test-client': `203.0.113.${turn}` }))).toEqual({ 401: attempts });
});

test('one client behind the edge is limited, although it names other addresses', async () => {
  const counts = await failedSignIns((turn) => ({
    'x-test-client': '203.0.113.200',
    'x-forwarded-for': `192.0.2.${turn}`,
    'cf-connecting-ip': `192.0.2.${turn}`,
  }));
  expect(counts[429]).toBeGreaterThan(0);
});
