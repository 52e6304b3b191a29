import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { createBoundServer, listen } from './connections.server.ts';

const opened = 210;

/** How many of 210 connections that say nothing a server keeps, and how many of the first ten; `addressOf` says where each comes from. */
async function keptOf(addressOf: (place: number) => string, trustProxy = false) {
  const server = createBoundServer({ answer: (_, response) => response.end(), isStopping: () => false, trustProxy });
  let place = 0;
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addressOf(place) });
    place += 1;
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
  await expect.poll(() => place).toBe(opened);
  const count = await promisify(server.getConnections.bind(server))();
  await expect.poll(() => closed).toBe(opened - count);
  for (const socket of sockets) socket.destroy();
  await promisify(server.close.bind(server))();
  return count;
}

test.each([
  ['one IPv4 address', () => '203.0.113.7', 200],
  ['one IPv6 network', (place: number) => `2001:db8::${(place + 1).toString(16)}`, 200],
  ['as many IPv6 networks', (place: number) => `2001:db8:0:${place.toString(16)}::1`, 210],
  ['this machine', () => '127.0.0.1', 210],
] as const)(
  'of 210 idle connections of %s the oldest make room beyond 200 of one network',
  async (_whose, addressOf, kept) => {
    expect(await keptOf(addressOf)).toBe(kept);
  },
);

test('a proxy in front of the shop brings everybody’s connections', async () => {
  expect(await keptOf(() => '10.0.0.2', true)).toBe(210);
});
