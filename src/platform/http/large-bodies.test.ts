import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';

import { noLimits } from '../limits/limits.server.ts';
import { HttpError } from './http-error.server.ts';
import { limitLargeBodies } from './large-bodies.server.ts';
import { newRoutes } from './routes.server.ts';
import { signedIn } from '../../../tests/support/page-requests.ts';

const max = 10 * 1024 * 1024;

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** Serves uploads on a port of its own. */
async function openUploads() {
  const app = newRoutes();
  app.onError((error, c) => c.text(error.message, error instanceof HttpError ? error.status : 500));
  app.use('*', (c, next) => {
    const user = c.req.header('x-admin') === '1' ? signedIn() : null;
    c.set('visitor', { ip: c.req.header('x-ip') ?? '', requestId: 'r', cartToken: null, user });
    return next();
  });
  app.use('*', limitLargeBodies(noLimits, max));
  app.post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends the start of an upload of 10 MB and waits for what the server answers. */
function upload(port: number, { ip, sent, isAdmin = false }: { ip: string; sent: number; isAdmin?: boolean }) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const head = `POST / HTTP/1.1\r\nHost: a\r\nX-Ip: ${ip}\r\nX-Admin: ${isAdmin ? 1 : 0}\r\nContent-Length: ${max}\r\n\r\n`;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  socket.write(head);
  socket.write(Buffer.alloc(sent), () => begin());
  socket.on('error', () => undefined);
  const answer = once(socket, 'data').then(([data]) => Number(String(data).split(' ')[1]));
  return { begun, answer };
}

test.each([
  { sent: 0, guests: 9 },
  { sent: 0, guests: 80 },
  { sent: 200 * 1024, guests: 9 },
  { sent: 700 * 1024, guests: 9 },
])('$guests uploads that stop after $sent bytes refuse neither the next guest nor the team', async (slow) => {
  const port = await openUploads();
  const stopped = Array.from({ length: slow.guests }, (_none, index) =>
    upload(port, { ip: `203.0.${index}.1`, sent: slow.sent }),
  );
  await Promise.all(stopped.map(({ begun }) => begun));
  const guest = upload(port, { ip: '198.51.100.1', sent: max });
  const admin = upload(port, { ip: '198.51.100.2', sent: max, isAdmin: true });
  const statuses = await Promise.all([guest.answer, admin.answer]);
  expect(statuses).toEqual([200, 200]);
});

test('twenty whole uploads of 10 MB from twenty guests are all taken', async () => {
  const port = await openUploads();
  const all = Array.from({ length: 20 }, (_none, index) => upload(port, { ip: `203.0.${index}.1`, sent: max }));
  const statuses = await Promise.all(all.map(({ answer }) => answer));
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});

test('one guest has two uploads at a time, and others still have their places', async () => {
  const port = await openUploads();
  const own = Array.from({ length: 9 }, () => upload(port, { ip: '203.0.113.1', sent: 0 }));
  await Promise.all(own.map(({ begun }) => begun));
  const refused: number[] = [];
  const { promise: seven, resolve } = Promise.withResolvers<void>();
  for (const { answer } of own) void answer.then((status) => refused.push(status) === 7 && resolve());
  await seven;
  expect(refused).toEqual([503, 503, 503, 503, 503, 503, 503]);
  expect(await upload(port, { ip: '203.0.114.1', sent: max }).answer).toBe(200);
});
