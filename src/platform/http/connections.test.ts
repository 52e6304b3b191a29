import { once } from 'node:events';
import { BlockList, connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { addressRanges } from '../env/environment.ts';
import { createBoundServer, listen } from './connections.server.ts';

const opened = 210;

/**
 * Opens 210 silent connections and returns how many the server keeps open. Also checks that it
 * closes the oldest ones. `addressOf` returns the address of each.
 */
async function openConnections(
  addressOf: (index: number) => string,
  proxies: { trustProxy?: boolean; cdn?: string[] } = {},
) {
  const { trustProxy = false, cdn = [] } = proxies;
  const server = createBoundServer({
    answer: (_, response) => response.end(),
    isStopping: () => false,
    proxies: { trustProxy, trustedProxies: addressRanges(cdn) ?? new BlockList() },
  });
  let index = 0;
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addressOf(index) });
    index += 1;
  });
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  let closed = 0;
  while (sockets.length < opened) {
    const isOfFirst = sockets.length < 10;
    const socket = connect(port, '127.0.0.1').on('close', () => (closed += isOfFirst ? 1 : 0));
    await once(socket, 'connect');
    sockets.push(socket);
  }
  await expect.poll(() => index).toBe(opened);
  const count = await promisify(server.getConnections.bind(server))();
  await expect.poll(() => closed).toBe(opened - count);
  for (const socket of sockets) socket.destroy();
  await promisify(server.close.bind(server))();
  return count;
}

test.each([
  ['one IPv4 address', () => '203.0.113.7', 200],
  ['one IPv6 network', (index: number) => `2001:db8::${(index + 1).toString(16)}`, 200],
  ['as many IPv6 networks', (index: number) => `2001:db8:0:${index.toString(16)}::1`, 210],
  ['this machine', () => '127.0.0.1', 210],
] as const)(
  '210 idle connections of %s: the oldest beyond 200 per network are closed',
  async (_whose, addressOf, open) => {
    expect(await openConnections(addressOf)).toBe(open);
  },
);

test('connections of a proxy in front of the shop have no limit per address', async () => {
  expect(await openConnections(() => '10.0.0.2', { trustProxy: true })).toBe(210);
});

test.each([
  ['198.51.100.7', 210],
  ['::ffff:198.51.100.7', 210],
  ['2001:db8:e::7', 210],
  ['203.0.113.7', 200],
])('behind a CDN, 210 connections of %s leave %i open', async (address, open) => {
  expect(await openConnections(() => address, { cdn: ['198.51.100.0/24', '2001:db8:e::/48'] })).toBe(open);
});
